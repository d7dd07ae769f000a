import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import * as z from 'zod';
import {consoleKinds, queryKinds} from '../../src/contract/models/own-server.ts';
import {listReaders, testLevels} from '../../src/games/game-types.ts';
import {gamesByType} from '../../src/games/games.ts';
import {groupReader} from '../../src/lib/text/linear-pattern.ts';

const text = z.string().min(1);
const port = z.int().min(1).max(65_535);

const groupsIn = (pattern: string) => [...pattern.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name ?? '');
const compiles = (pattern: string) => groupReader(pattern)('') !== null;
const pattern = text.refine(compiles, 'Not a pattern of the linear engine.');

const quirks = z.strictObject({
	marker: z
		.enum(['in-order', 'ignored', 'answered-as-command', 'drops-connection', 'breaks-stream'])
		.optional(),
	wrongIds: z.boolean().optional(),
	patienceMs: z.number().int().positive().optional(),
	keepAlives: z.array(z.string()).optional(),
	events: z.record(z.string().regex(/^\d+$/), z.enum(['chat', 'output'])).optional(),
	maxCommandBytes: z.int().positive().optional(),
	closesAfterCommand: z.boolean().optional(),
	oneConnection: z.boolean().optional(),
	sectionSigns: z.boolean().optional(),
});

const namedRequest = z.strictObject({
	name: text,
	body: z.json().optional(),
	arguments: z
		.array(
			z.strictObject({
				name: z.string().regex(/^\w+$/),
				type: z.enum(['word', 'number', 'rest']),
				optional: z.boolean().optional(),
			}),
		)
		.optional(),
});
const httpRequest = namedRequest.omit({name: true}).extend({
	method: z.enum(['GET', 'POST']),
	path: z.string().startsWith('/'),
	query: z.record(z.string(), z.string()).optional(),
	answer: text.optional(),
});

const consoleDescription = z.discriminatedUnion('kind', [
	z.strictObject({
		kind: z.literal('source'),
		port: port.optional(),
		probe: text.optional(),
		quirks: quirks.optional(),
	}),
	z.strictObject({
		kind: z.enum(consoleKinds).exclude(['source', 'http', 'battleye', 'hll']),
		port: port.optional(),
		probe: text.optional(),
	}),
	z.strictObject({
		kind: z.literal('battleye'),
		port: port.optional(),
		answersInMessages: z.boolean().optional(),
	}),
	z.strictObject({kind: z.enum(['stdio', 'none'])}),
	z.strictObject({
		kind: z.literal('http'),
		port: port.optional(),
		probe: text.optional(),
		api: z.strictObject({
			scheme: z.enum(['http', 'https']),
			login: z.discriminatedUnion('kind', [
				z.strictObject({kind: z.literal('basic'), user: text}),
				z.strictObject({kind: z.literal('bearer')}),
				z.strictObject({kind: z.literal('query'), name: text}),
			]),
			requests: z.record(z.string().regex(/^(?:\*|[^\sA-Z]+)$/), httpRequest),
		}),
	}),
	z.strictObject({
		kind: z.literal('hll'),
		port: port.optional(),
		probe: text.optional(),
		requests: z.record(z.string().regex(/^[^\sA-Z]+$/), namedRequest),
	}),
]);

const rowFormat = z.strictObject({
	row: pattern,
	bot: pattern.optional(),
	other: pattern.optional(),
	count: pattern.refine(count => groupsIn(count).join() === 'count').optional(),
	empty: pattern.optional(),
	required: pattern.optional(),
	colors: z.literal('caret').optional(),
});
const listFormat = z.union([
	z.strictObject({reader: z.enum(listReaders)}),
	rowFormat.refine(({row}) => /name/.test(groupsIn(row).join()), 'A row needs the group `name` or `names`.'),
	z.strictObject({
		json: z.strictObject({
			list: text.optional(),
			count: text.optional(),
			name: text,
			id: text.optional(),
			slot: text.optional(),
			bot: text.optional(),
		}),
	}),
]);

/** A pattern that matches no text that could end a command or its quotes. */
const wholeId = text.refine(
	id =>
		!['', 'a\nquit', 'a\rquit', 'a\0', 'a"', 'a" quit', 'a";quit'].some(bad =>
			new RegExp(`^(?:${id})$`).test(bad),
		),
	'Matches a text that ends a command.',
);
const onPlayer = text.regex(/\{(?:id|slot)\}/);

const players = z
	.strictObject({
		list: text,
		answers: z.record(z.string().regex(/^[^A-Z]+$/), z.array(listFormat).min(1)),
		byName: z.literal(true).optional(),
		id: wholeId.optional(),
		message: onPlayer.includes('{text}').optional(),
		kick: onPlayer.optional(),
		ban: onPlayer.optional(),
		timedBan: onPlayer.regex(/\{(?:minutes|hours|days)\}/).optional(),
		unban: text.regex(/\{(?:id|number)\}/).optional(),
		bans: z
			.strictObject({
				list: text,
				formats: z
					.array(
						z.union([
							rowFormat.refine(({row}) => groupsIn(row).includes('id')),
							z.strictObject({
								json: z.strictObject({list: text, id: text, name: text.optional(), reason: text.optional()}),
							}),
						]),
					)
					.min(1),
				id: wholeId.optional(),
			})
			.optional(),
		savesBans: z.string().optional(),
		banNote: z.string().endsWith('.').optional(),
	})
	.refine(
		({unban, bans}) => !unban?.includes('{number}') || bans !== undefined,
		'The numbers are in no list.',
	)
	.refine(({list, answers}) => list.toLowerCase() in answers, 'The format of `list` is missing.')
	.refine(
		({id, message, kick, ban}) => id !== undefined || ![message, kick, ban].join().includes('{id}'),
		'The pattern of ids is missing.',
	);

const of = (...groups: string[]) =>
	pattern.refine(one => groupsIn(one).join() === groups.join(), `Needs the groups ${groups.join()}.`);

const chat = z
	.strictObject({
		said: z.array(z.union([of('player', 'text'), of('text')])).optional(),
		joined: z.array(of('player')).optional(),
		left: z.array(of('player')).optional(),
		marked: z.literal(true).optional(),
		colors: z.literal('caret').optional(),
		list: text.optional(),
		nothing: pattern.optional(),
	})
	.refine(({said, joined, left}) => [said, joined, left].flat().some(Boolean), 'Without any pattern.');

const gameFile = z.strictObject({
	gameType: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
	aliases: z.array(z.string().regex(/^[a-z0-9][a-z0-9-]*$/)).min(1),
	label: text,
	tested: z.enum(testLevels),
	console: consoleDescription,
	otherConsoles: z.array(consoleDescription).optional(),
	query: z
		.union([
			z.strictObject({kind: z.enum(queryKinds), port}),
			z.strictObject({kind: z.enum(queryKinds), offset: z.int()}),
		])
		.optional(),
	probe: text.optional(),
	counts: z
		.record(z.string().regex(/^[^A-Z]+$/), z.strictObject({players: text, max: text.optional()}))
		.optional(),
	uptime: z
		.strictObject({
			command: text,
			pattern: pattern.refine(one => groupsIn(one).join() === 'seconds', 'The group `seconds` is missing.'),
		})
		.optional(),
	broadcast: text.includes('{text}').optional(),
	save: text.optional(),
	exit: text.optional(),
	backup: z.strictObject({pause: text, flush: text.optional(), resume: text}).optional(),
	readySeconds: z.int().min(1).max(3600),
	splitters: z.string(),
	players: players.optional(),
	chat: chat.optional(),
	commands: z.array(
		z.strictObject({
			name: z.string().regex(/^\S+(?: \S+)*$/),
			arguments: z.string(),
			help: z.string().endsWith('.'),
			danger: z.literal(true).optional(),
		}),
	),
	dangers: z.record(text, z.string().endsWith('.')),
	settings: z.array(z.strictObject({name: text, value: z.string(), help: z.string().endsWith('.')})),
	maps: z.array(text),
	sources: z.record(text, z.array(z.url({protocol: /^https?$/})).min(1)),
	uncertain: z.record(text, z.string().endsWith('.')),
});

const folder = path.resolve(import.meta.dirname, '../../assets/games');
const files = readdirSync(folder).map(
	name => [name, JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as {gameType: string}] as const,
);

test.each(files)('%s has the documented fields', (_, {gameType}) => {
	const game = gamesByType.get(gameType);
	expect(gameFile.parse(game)).toEqual(game);
});
