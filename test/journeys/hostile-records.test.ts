import {expect, test} from 'vitest';
import {lineCommands} from '../../src/line-mode/commands/index.ts';
import {tooDeepMark} from '../../src/lib/json/depth.ts';
import {
	allHostilities,
	hostileSeed,
	hostileService,
	namedIn,
	prototypeFleet,
	broadcastAll,
} from '../helpers/hostile-records.ts';
import {memoryFiles} from '../helpers/memory-files.ts';
import type {KeyName} from '../helpers/key-bytes.ts';
import {seeded} from '../helpers/nasty-wire.ts';
import {openApp} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {keySequences} from '../helpers/key-sequences.ts';

/** Besides `ways`: everything that repeats or does not concern a server. */
const moreWays: typeof keySequences = [
	['w', 'enter', 'tab', 'enter', 'o', 'esc', 'esc'],
	['6', 'T', 'enter', 'tab', 'enter', 'esc', 'esc', '1'],
	['6', 'E', 'enter', 'tab', 'enter', 'esc', 'esc', '1'],
	['6', 'enter', 'j', 'enter', 'x', 'esc', 'esc', '1'],
	['5', 'd', 'x', 'G', 'esc', '1'],
	['7', 'j', 'j', 'j', 'K', 'enter', 'esc', 'esc', '1'],
	['8', 'j', 'esc', '1'],
	['*', 'i', 's', 't', 'a', 't', 'u', 's', 'enter', 'enter', 'c', 'x', 'esc', '-'],
	['m', 'x', 'enter', '4', 'G', '1'],
	['d', 'G', 'g', 'd', 'b', 's', 'esc'],
];

/** The keys in the export dialog: each format, and everything instead of the default range. */
const formats = {
	text: ['tab'],
	markdown: ['tab', 'right'],
	json: ['tab', 'right', 'right'],
	everything: ['right', 'right', 'right', 'right'],
} as const;
/** The keys to each screen, the formats to export there, and the keys of what to copy. */
const taken: readonly {keys: readonly KeyName[]; as: readonly (keyof typeof formats)[]; copies: string}[] = [
	{keys: ['1'], as: ['text'], copies: 'r'},
	{keys: ['2'], as: ['text', 'markdown', 'json', 'everything'], copies: 's'},
	{keys: ['2', '['], as: [], copies: 'cl'},
	{keys: ['3'], as: ['markdown'], copies: 'i'},
	{keys: ['4', 'G'], as: ['text', 'markdown', 'json'], copies: 'ts'},
	{keys: ['5'], as: ['json'], copies: 'r'},
	{keys: ['6'], as: ['text'], copies: 'r'},
	{keys: ['7'], as: ['markdown'], copies: 'r'},
	{keys: ['c'], as: ['json'], copies: 'ge'},
];

const serverList = '/server/by-team/';

const wholeTranscript = {
	isClosed: true,
	text: expect.stringMatching(/^# Transcript [^]*# End of the transcript/) as unknown,
};

/** The words in everything that the TUI polls. */
const polledFields = (
	['myTeam', 'listServers', 'listNodes', 'listNodeTasks', 'listAutomations', 'listRuns'] as const
).flatMap(namedIn);

test.each(allHostilities)('%s do not crash the TUI', async kind => {
	const random = seeded(hostileSeed);
	const named = new Set<string>();
	const {files, exports, copies, transcripts} = memoryFiles();
	const screen = await openApp({
		columns: 120,
		rows: 36,
		seed: {fleet: prototypeFleet},
		between: hostileService(kind, random, named),
		files,
	});
	const go = async (...keys: readonly KeyName[]) => {
		for (const key of keys)
			await screen
				.waits(key === 'enter' ? 720 : 0)
				.press(key)
				.waits(100);
	};
	await screen.comes('feed LIVE');
	await go('e', 't', 'enter');
	for (const [at, way] of [...keySequences, ...moreWays].entries()) {
		await go(...way);
		if (at % 8 === 0) broadcastAll(screen.demo, kind, random);
	}
	const writes = async (into: readonly string[], ...keys: readonly KeyName[]) => {
		const before = into.length;
		await go(...keys);
		// A hostile list may lack the highlighted server: there is nothing to export until a row is highlighted again.
		for (let tries = 0; into.length === before && tries < 5; tries++)
			await go('esc', 'esc', '1', 'g', ...keys);
		if (into.length !== before + 1) throw new Error(`${keys.join(' ')} wrote nothing:\n${screen.frame()}`);
		await go('esc', '1');
	};
	for (const {keys, as, copies: letters} of taken) {
		for (const format of as) await writes(exports, ...keys, 'e', 'c', ...formats[format], 'enter');
		for (const letter of letters) await writes(copies, ...keys, 'y', letter);
	}
	for (const key of ['1', '2', '4', '7']) await go(key, 'y', 'p', 'enter', 'esc', '1');
	await go('e', 't');
	await screen.waits(6000).press('esc', 'esc', '1').waits(500).press('?').comes('Esc');
	expect(screen.frame()).not.toContain('could not be drawn');
	expect([...exports, ...copies].filter(text => text.trim() === '')).toEqual([]);
	expect(exports.join('\n')).toContain(kind === 'parts nested 3,000 levels deep' ? tooDeepMark : '');
	expect(transcripts.at(-1)).toEqual(wholeTranscript);
	const unnamed = polledFields.filter(field => kind === 'names of the prototype' && !named.has(field));
	expect(unnamed).toEqual([]);
});

test.each(allHostilities)('%s do not crash line mode', async kind => {
	const random = seeded(hostileSeed);
	const {files, exports, copies, transcripts} = memoryFiles();
	const hostile = hostileService(kind, random);
	let isListHostile = true;
	const stream = await openLineModeApp({
		seed: {fleet: prototypeFleet},
		between: (request, service) =>
			isListHostile || !request.url.includes(serverList) ? hostile(request, service) : service(),
		files,
	});
	/** Advances the clock until `isSo`. */
	const until = async (what: string, isSo: () => boolean) => {
		for (let passed = 0; !isSo(); passed += 100) {
			if (passed > 180_000) throw new Error(`${what} is missing from:\n${stream.bytes().slice(-2000)}`);
			await stream.pass(100);
		}
	};
	/** Types a line and waits for a text in what is printed from then on. */
	const types = async (line: string, text: string) => {
		const before = stream.bytes().length;
		await stream.line(line);
		await until(`${text}, after ${line},`, () => stream.bytes().includes(text, before));
	};
	await stream.comes('feed LIVE');
	broadcastAll(stream.demo, kind, random);
	for (const {name} of lineCommands.filter(({name}) => name !== 'quit')) {
		for (const words of ['', ' __proto__']) {
			await stream.line(`:${name}${words}`);
			// Leaves any question; the key in between prevents Ctrl-C from ending the session.
			for (const key of ['\x03', 'x', '\x15']) await stream.keys(key);
		}
	}
	broadcastAll(stream.demo, kind, random);
	// A hostile list may lack the chosen server, whose console then cannot be exported. One request may still be open.
	isListHostile = false;
	const lists = () => stream.asked(serverList).length;
	const before = lists();
	await until('a list of the servers', () => lists() > before + 1);
	await types(':use __proto__', 'hasOwnProperty');
	await stream.line('status');
	for (const [range, format] of [
		['all', 'text'],
		['everyHour', 'markdown'],
		['everything', 'json'],
	] as const) {
		await types(':export', 'Range: ');
		await types(range, 'Format: ');
		await types(format, 'File (');
		await types('', 'entries written to');
	}
	await types(':export timeline', 'Format: ');
	await types('json', 'File (');
	await types('', 'entries written to');
	await types(':copy', 'Which? ');
	await types('id', 'Copied id');
	await types(':record end', 'Transcript written to');
	expect({exports: exports.length, copies: copies.length}).toEqual({exports: 4, copies: 1});
	expect([...exports, ...copies].filter(text => text.trim() === '')).toEqual([]);
	expect(exports.join('\n')).toContain(kind === 'parts nested 3,000 levels deep' ? tooDeepMark : '');
	expect(transcripts).toEqual([wholeTranscript]);
	await types(':time', 'Times are shown');
});
