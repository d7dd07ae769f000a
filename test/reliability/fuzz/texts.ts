import {answersFor, readBroadcastLine, readPowerLine, wordsOf} from '../../../src/app/action-line.ts';
import {readAsTable} from '../../../src/app/console/tables/read-answer-table.ts';
import {parseFilter} from '../../../src/app/kernel/screens/filter.ts';
import {fillMinutes} from '../../../src/contract/delayed-message.ts';
import {listOf} from '../../../src/contract/models/list.ts';
import {momentOf, readMoment} from '../../../src/contract/moments.ts';
import {commandText, plainCommand} from '../../../src/contract/rcon-text.ts';
import {GameServer} from '../../../src/contract/models/server.ts';
import {decodePacket} from '../../../src/client/feed/decode.ts';
import {knownGames} from '../../../src/games/games.ts';
import {readPlayers} from '../../../src/games/player-list.ts';
import {clipboardBytes} from '../../../src/lib/process/clipboard.ts';
import {loadCron} from '../../../src/lib/time/cron.ts';
import {parseDuration, parseSeconds, writeDuration} from '../../../src/lib/time/duration.ts';
import {iniOf, readIni} from '../../../src/lib/text/ini.ts';
import {editableJson, parseJson, readJson} from '../../../src/lib/json/json.ts';
import {linearPattern, plainPattern} from '../../../src/lib/text/linear-pattern.ts';
import {withoutSecrets} from '../../../src/lib/secrets/secret-patterns.ts';
import {stripDiacritics} from '../../../src/lib/text/strip-diacritics.ts';
import {printable, printableLine} from '../../../src/lib/text/text.ts';
import {cut, fit, graphemesOf, widthOf, wrap} from '../../../src/lib/text/width.ts';
import {fill} from '../../../src/automations/expression.ts';
import {openTrigger} from '../../../src/service/automations/triggers.ts';
import {createKittyReader} from '../../../src/tui/terminal/kitty-keys.ts';
import {createReportReader} from '../../../src/tui/terminal/reports.ts';
import {harmIn} from '../../helpers/nasty-wire.ts';
import {bytesOf, inputOf, pick, promise, textOf, textTarget, type Target} from './target.ts';

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const json: Target = textTarget(
	'json',
	['{"a":[1,2,{"b":null}],"c":"\\u00e9"}', '[[[[[[1]]]]]]', '"text"', '-1.5e3', '{"a":1,}'],
	text => {
		const read = readJson(text);
		if ('value' in read) {
			promise(isEqual(parseJson(text), read.value), 'the two readers of JSON differ');
			promise(isEqual(JSON.parse(editableJson(read.value)), read.value), 'edited JSON differs');
		} else promise((read.problem.position?.line ?? 1) >= 1, 'a mistake without a place');
	},
	['[', '{', '"', '\\u', ':', ',', ']', '}', '1e999'],
);

const durations: Target = textTarget(
	'durations',
	['90s', '10m', '2h', '1h30m', '10 minutes', '3 d', '500ms', '60'],
	text => {
		const ms = parseSeconds(text);
		if (ms === undefined) return;
		promise(Number.isSafeInteger(ms) && ms >= 0, 'a duration is no number');
		promise(parseDuration(writeDuration(ms)) === ms || ms % 1000 !== 0, 'a duration does not come back');
	},
	['ms', 'min', 'hours', 'w', '99999999999999999999'],
);

const cron: Target = {
	name: 'cron',
	open: async () => {
		const read = await loadCron();
		const samples = [
			'*/5 * * * *',
			'0 30 3 ? * MON-FRI',
			'0 0 1 1 *',
			'0 0 31 2 *',
			'0 0 L * *',
			'15,45 0-5 * * 1#2',
		];
		return {
			maxBytes: 2000,
			words: ['*', '/', '-', ',', 'L', 'W', '#', '?', 'MON', 'JAN', '@daily', '99999', '60'],
			sample: random => inputOf(pick(random, samples)),
			feed: input => {
				const text = textOf(input);
				const reading = read(text, 'Europe/Berlin');
				const now = Date.UTC(2026, 10, 23);
				const times = 'problem' in reading ? [] : reading.after(now, 3);
				promise(
					times.every(at => at > now),
					'a time in the past',
				);
				const trigger = openTrigger({cron: text});
				if (trigger.kind === 'cron') trigger.next(now);
			},
		};
	},
};

const ids = Array.from({length: 300}, (_, index) => `server-${index}`);
const expressions: Target = textTarget(
	'expressions',
	[
		"{upper(name)} {targets.all.ids.size()} {join(targets.all.ids, ', ')}",
		"{outputs.rcon('save').byId('a').response ?: 'none'}",
		'{targets.all.ids.![#this + #this].![#this + #this].size()}',
		"{formatDate(epoch, 'dd.MM.yyyy', 'Europe/Berlin')} {1 + 2 * (3 - 4) / 5}",
		'{targets.all.ids.?[#this == name].![join(targets.all.ids)]}',
	],
	text => {
		try {
			const filled = fill(text, {
				name: 'Northwind',
				epoch: 1_790_000_000,
				targets: {all: {ids, size: ids.length}},
				outputs: {rcon: () => ({responses: ids, byId: () => ({response: 'x'.repeat(5000), present: true})})},
			});
			promise(filled.length <= 1_000_000 + text.length, 'the text has no limit');
		} catch (error) {
			promise(
				error instanceof Error && error.message.startsWith('automation.expression_error'),
				String(error),
			);
		}
	},
	[
		'{',
		'}',
		'.![',
		'.?[',
		'#this',
		'join(',
		'upper(',
		'targets.all.ids',
		'sum(',
		'?:',
		' + ',
		'(',
		')',
		']',
		'not ',
	],
);

const patterns: Target = textTarget(
	'patterns',
	['status', '^(\\w+): (\\d{1,3})$', '(a|b)*c', '[a-z]+@[\\d.]+', 'x{2,50}', '(?:(?:a+)+)+b'],
	text => {
		const matcher = linearPattern(text, {lines: true});
		const line = 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa 192.168.0.1 server-1: 42'.repeat(4);
		for (const each of ['problem' in matcher ? [] : matcher, plainPattern(text)].flat())
			for (const [from, to] of each.has(line) ? each.rangesIn(line) : [])
				promise(from <= to && to <= line.length, 'a range outside of the text');
	},
	['(', ')', '{1000}', '{50}', '*', '+', '|', '[^', '\\p{L}', '(?i)', '\\b', '(?=', '\\1', '.*'],
);

const vocabulary = {
	text: (text: string) => text,
	fields: {game: (wanted: string) => ({test: (text: string) => text.includes(wanted)})},
	numbers: {players: () => 3},
};
const filters: Target = textTarget(
	'filters',
	['ark !down', 'game:ark players>0', '/^eu-\\d+/ game:"a b"', 'players<=3 !game:cs'],
	text => {
		const filter = parseFilter(text, vocabulary);
		filter.test?.('eu-1 ark');
	},
	['/', '"', ':', '>=', '!', '\\', 'game:', 'players='],
);

const moments: Target = textTarget(
	'times',
	[
		'2026-11-22T09:41:00Z',
		'2026-11-22 09:41:00.123456789+01:00[Europe/Berlin]',
		'Sun, 22 Nov 2026 09:41:00 GMT',
		'1790000000',
		'1790000000.5',
	],
	text => {
		const moment = momentOf(text);
		promise(
			moment === undefined || Number.isFinite(new Date(moment).getTime()),
			'a time that no date can hold',
		);
		readMoment(text);
		readMoment([...text].map(Number));
		readMoment(Number(text));
	},
	['[Europe/Berlin]', '[', '+99:99', 'T', 'Z', '99999', ' GMT'],
);

const shownTexts: Target = textTarget(
	'shown texts',
	[
		'plain text',
		'grüße, プレイヤー, 🦖 👨‍👩‍👧‍👦',
		'a\tb\tc',
		'one two three four five six seven '.repeat(9),
		'^1red ^x0f8blue',
	],
	text => {
		const shown = printable(text);
		promise(harmIn(shown.replaceAll(/[\t\n]/g, ' ')) === undefined, 'a character acts on the terminal');
		promise(printable(shown) === shown, 'a shown text changes again');
		const line = printableLine(text).slice(0, 5000);
		for (const width of [1, 7, 80]) {
			promise(widthOf(fit(line, width)) === width, 'a cell has the wrong width');
			promise(widthOf(cut(line, width, 'middle')) <= width, 'a cut text is too wide');
			for (const row of wrap(line, width))
				promise(widthOf(row) <= width || graphemesOf(row).filter(widthOf).length === 1, 'a row is too wide');
		}
		stripDiacritics(line);
		withoutSecrets(text);
		commandText(plainCommand(text));
		fillMinutes(text, 1);
	},
	['\u0301', '\u200d', '\ufe0f', '🏽', '\u202e', 'password=', 'bearer ', '{minutes} minutes', '\t'],
);

const clipboard: Target = textTarget('clipboard', ['status', 'grüße\n', 'x'.repeat(1000)], text => {
	for (const way of ['osc52', 'tmux', 'screen'] as const) {
		const bytes = clipboardBytes(text, way);
		const sent = bytes.replaceAll(/\x1bP(?:tmux;)?|\x1b\\/g, '').replaceAll('\x1b\x1b', '\x1b');
		const [, encoded = ''] = /^\x1b\]52;c;([A-Za-z0-9+/=]*)\x07$/.exec(sent) ?? ['', '?'];
		promise(Buffer.from(encoded, 'base64').equals(Buffer.from(text, 'utf8')), `the copy differs (${way})`);
	}
});

const mouse: Target = {
	name: 'mouse',
	open: () => ({
		words: ['\x1b[<', '\x1b[M', ';', 'M', 'm', '\x1b'],
		sample: () => inputOf('\x1b[<0;10;20M', 'abc', '\x1b[<64;1;1M', '\x1b[M !!', '\x1b', '[A'),
		feed: input => {
			const reader = createReportReader();
			let keys = '';
			for (const chunk of input) keys += reader.take(Buffer.from(chunk).toString('utf8')).keys;
			keys += reader.giveUp();
			promise(keys.length <= bytesOf(input).length, 'keys that nobody pressed');
			promise(
				reader.take('x').keys.endsWith('x') || reader.take('\x1b[<0;1;1Mx').keys.endsWith('x'),
				'a key is lost',
			);
		},
	}),
};

const kitty: Target = {
	name: 'kitty keys',
	open: () => ({
		words: ['\x1b[', 'u', ';', ':', '\x1b[200~', '\x1b[201~', '\x1b[?31u', '\x1b[?62c', '57399'],
		sample: () =>
			inputOf('\x1b[97;1u', '\x1b[97:65;2:1;65u', '\x1b[13;1:2u', '\x1b[?31u', '\x1b[1;5A', 'paste'),
		feed: input => {
			const reader = createKittyReader();
			reader.markRepeats(true);
			for (const chunk of input) reader.take(Buffer.from(chunk).toString('utf8'));
			reader.take('\x1b[201~');
			promise(reader.take('x').keys.endsWith('x'), 'a key is lost');
		},
	}),
};

const actionLines: Target = textTarget(
	'action lines',
	['ark-1 in 10m saying Back soon', 'all now', 'eu in 1h30m 2 at a time saying x', '--all hello'],
	text => {
		const {who, fields} = readPowerLine(text);
		promise(text.startsWith(who), 'servers that nobody named');
		answersFor(2, fields);
		readBroadcastLine(text);
		wordsOf(text);
	},
	[' in ', ' now', ' saying ', ' at a time', '10m', ' '.repeat(50), '"'],
);

const commands = [
	'listplayers',
	'status',
	'status_json',
	'users',
	'list',
	'playerlist',
	'players',
	'lp',
	'bans',
];
const lists = knownGames().flatMap(({players}) => Object.keys(players?.answers ?? {}));
const answers: Target = textTarget(
	'answers of games',
	[
		'0. Mina, 0002abcdef\n1. Tom, x, 76561198000000000\n',
		"id time ping loss state rate adr name\n 2 01:02 30 0 active 786432 1.2.3.4:27005 'Mina'\n65535 [NoChan] 0 0 challenging 0 ''\n#end",
		'# 2 "Mina" STEAM_1:0:1234 05:12 60 0 active 80000 1.2.3.4:27005',
		'There are 2 of a max of 20 players online: Mina, Tom (00000000-0000-0000-0000-000000000000)',
		'{"players":[{"name":"Mina","id":1}]}',
		'<0:2:"Mina">\n1 users',
	],
	text => {
		for (const command of new Set([...commands, ...lists])) readPlayers(undefined, command, text);
		for (const game of ['ARK_SURVIVAL_ASCENDED', 'CS2'])
			for (const command of commands) readAsTable(game, command, text);
	},
	['"', "'", ', ', '. ', '\n', '#', ' '.repeat(200), '§', '0'.repeat(300)],
);

const ini: Target = textTarget(
	'ini',
	['[Server]\nName=One\nPort=27015\n\n[Rules]\nPvP=True\n', '; comment\n[a]\n=b\nc=\n'],
	text => {
		const read = readIni(text);
		promise(isEqual(readIni(iniOf(read)), read), 'a file does not come back');
	},
	['[', ']', '=', '\r', '__proto__', ';', '#'],
);

const packets: Target = textTarget(
	'feed packets',
	[
		'{"serverId":"a","command":{"command":"status","response":"x","id":"1"}}',
		'{"gameServers":[{"id":"a","playerCount":3,"state":"ONLINE"}]}',
		'{"payload":"{\\"serverId\\":\\"a\\",\\"state\\":\\"OFFLINE\\"}"}',
		'[{"serverId":"a","backup":{"backupId":"b"}},{"nodeTask":{"id":"t","nodeId":"n"}}]',
		'{"automationRun":{"id":"r","automationId":"a","status":"RUNNING"}}',
		'{"serverId":"a","output":{"timestamp":"2026-11-22T09:41:00Z","lines":[{"kind":"chat","text":"hi"}]}}',
	],
	text => promise(Array.isArray(decodePacket(text)), 'no list of events'),
	['"serverId":', '"state":', '"command":', '"payload":', '"data":', 'null', '[', '{', '"gameServers":'],
);

const records: Target = textTarget(
	'server records',
	[
		'[{"id":"a","displayName":"Alpha","gameType":"ARK","state":"ONLINE","commands":[{"id":"1","command":"x"}]}]',
		'{"content":[{"id":1,"state":{"name":"ONLINE"},"created":1790000000,"backups":[{"backupId":"b"}]}],"totalElements":1}',
	],
	text => {
		let value: unknown;
		try {
			value = parseJson(text);
		} catch {
			return;
		}
		for (const server of listOf(GameServer).safeParse(value).data?.items ?? [])
			promise(GameServer.safeParse(server).success, 'a record without its shape');
	},
	['"id":', '"commands":', '"backups":', 'null', '1e400', '"__proto__":{}', '[]', '{}'],
);

export const texts: readonly Target[] = [
	json,
	durations,
	cron,
	expressions,
	patterns,
	filters,
	moments,
	shownTexts,
	clipboard,
	mouse,
	kitty,
	actionLines,
	answers,
	ini,
	packets,
	records,
];
