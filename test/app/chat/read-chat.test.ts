import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ConsoleEvent, PrintedEvent} from '../../../src/app/console/record/buffer.ts';
import {chatSlice, type ChatState} from '../../../src/app/chat/chat-state.ts';
import {readChat} from '../../../src/app/chat/read-chat.ts';
import {sanitizeOutput} from '../../../src/app/kernel/text/sanitize.ts';
import {GameServer} from '../../../src/contract/models/server.ts';
import {ConsoleOutput} from '../../../src/contract/packets.ts';
import {initialState} from '../../../src/app/state.ts';

const server = (id: string, gameType: string) =>
	GameServer.parse({id, displayName: `name-${id}`, gameType, state: 'ONLINE'});
const fleet = {
	...initialState.fleet,
	servers: new Map(
		[server('mc', 'MINECRAFT'), server('ark', 'ARK_ASCENDED'), server('rust', 'RUST')].map(one => [
			one.id,
			one,
		]),
	),
};
let ids = 0;
const printed = (serverId: string, ...lines: (string | {kind: 'chat'; text: string})[]): PrintedEvent => ({
	type: 'console/printed',
	serverId,
	id: `p${++ids}`,
	at: 1000,
	timestamp: 900,
	lines: lines.map(line => (typeof line === 'string' ? {kind: 'output', text: line} : line)),
	omitted: 0,
});
const said = (player: string, text: string) => `[12:00:00 INFO]: <${player}> ${text}`;
const read = (chat: ChatState, ...events: ConsoleEvent[]) => readChat(chat, fleet, events);
const empty = chatSlice.initial;

test('chat, joins and leaves of games that print them are entries, and chat is marked for the console', () => {
	const {chat, events} = read(
		empty,
		printed('mc', 'Done (3s)!', said('Ann', '§ahi'), '[12:00:00 INFO]: Bob joined the game'),
		printed('rust', {kind: 'chat', text: 'Joe: yo'}),
		printed('elsewhere', {kind: 'chat', text: 'unknown game'}),
	);
	expect(chat.entries).toMatchObject([
		{kind: 'chat', player: 'Ann', text: 'hi', serverId: 'mc', server: 'name-mc', at: 900, place: 1},
		{kind: 'join', player: 'Bob', text: ''},
		{kind: 'chat', player: 'Joe', text: 'yo', serverId: 'rust'},
		{kind: 'chat', player: undefined, text: 'unknown game', server: 'elsewhere', place: 4},
	]);
	expect(events[0]).toMatchObject({lines: [{kind: 'output'}, {kind: 'chat'}, {kind: 'output'}]});
});

test('output without chat changes nothing', () => {
	const events = [printed('mc', 'Done (3s)!'), printed('ark', 'x')];
	const {chat, events: same} = readChat(empty, fleet, events);
	expect([chat, same]).toEqual([empty, events]);
	expect(chat).toBe(empty);
});

test('an answer that lists chat is read once, whoever asked, and not from the history', () => {
	const answer = {
		command: 'getchat',
		response: 'Ann (Rex): hi\nSERVER: soon',
		commandId: 'c1',
		timestamp: 700,
	};
	const answered: ConsoleEvent = {type: 'rcon/answered', serverId: 'ark', localId: 'l', answer, at: 1000};
	const received: ConsoleEvent = {
		type: 'rcon/received',
		serverId: 'ark',
		at: 1001,
		via: 'feed',
		commands: [answer],
	};
	const first = read(empty, answered);
	expect(first.chat.entries).toMatchObject([
		{player: 'Ann', text: 'hi', at: 700},
		{player: undefined, text: 'soon'},
	]);
	expect(read(first.chat, received).chat).toBe(first.chat);
	const past = read(empty, {...received, isPast: true}).chat;
	expect(past.entries).toEqual([]);
	// The next read of the server has it again: what was said hours ago must not start a trigger.
	expect(read(past, received).chat).toBe(past);
	const other = {...answer, command: 'ListPlayers'};
	expect(read(empty, {...received, commands: [other]}).chat).toBe(empty);
});

test('a flood on one server evicts only its own lines, and all together have a limit', () => {
	let {chat} = read(empty, printed('rust', {kind: 'chat', text: 'Joe: first'}));
	for (let batch = 0; batch < 20; batch++) {
		const lines = Array.from({length: 500}, (_, index) => said('Bot', `${batch} ${index}`));
		({chat} = read(chat, printed('mc', ...lines)));
	}
	expect(chat.entries.length).toBeLessThanOrEqual(1001);
	expect(chat.entries[0]).toMatchObject({serverId: 'rust', text: 'first'});
	expect(chat.entries.at(-1)).toMatchObject({text: '19 499', place: 10_001});
	for (let number = 0; number < 400; number++) {
		const lines = Array.from({length: 100}, (_, index) => ({kind: 'chat' as const, text: `${index}`}));
		({chat} = read(chat, printed(`s${number}`, ...lines)));
	}
	expect(chat.entries.length).toBeLessThanOrEqual(6000);
	expect(chat.entries.at(-1)).toMatchObject({serverId: 's399'});
});

test('no text of a player can act on a terminal, and its length is limited', () => {
	const hostile = fc.string({
		unit: fc.constantFrom(
			'\u001b[2J',
			'\u202e',
			'\u0007',
			'\r',
			'\n',
			'\u009b31m',
			'a',
			': ',
			'§c',
			'\u0000',
		),
		maxLength: 60,
	});
	fc.assert(
		fc.property(hostile, hostile, (player, text) => {
			const raw = {timestamp: 900, lines: [{kind: 'chat', text: `${player}: ${text}`}], omitted: 0};
			const output = sanitizeOutput(ConsoleOutput.parse(raw));
			const {chat} = read(empty, {type: 'console/printed', serverId: 'rust', id: 'p', at: 1, ...output});
			for (const entry of chat.entries)
				expect(`${entry.player}${entry.text}`).not.toMatch(/[\0-\x1f\x7f-\x9f\u202e]/);
		}),
	);
	const long = sanitizeOutput(
		ConsoleOutput.parse({
			timestamp: 900,
			lines: [{kind: 'chat', text: `a: ${'x'.repeat(1_000_000)}`}],
			omitted: 0,
		}),
	);
	const {chat} = read(empty, {type: 'console/printed', serverId: 'rust', id: 'p', at: 1, ...long});
	expect(chat.entries[0]?.text).toHaveLength(500);
});

test('what this user sends to players is an entry of its own, however it is sent', () => {
	const sent = (serverId: string, command: string): ConsoleEvent => ({
		type: 'rcon/answered',
		serverId,
		localId: command,
		at: 1000,
		answer: {command, response: 'done', commandId: command, timestamp: 700},
	});
	const {chat} = read(
		empty,
		sent('ark', 'ServerChat restart in 5'),
		sent('ark', 'serverchatto "0002ab" please move'),
		sent('mc', 'say hi'),
		sent('mc', 'sayings'),
		sent('ark', 'ListPlayers'),
	);
	expect(chat.entries.map(({kind, player, text, serverId}) => [kind, player, text, serverId])).toEqual([
		['sent', undefined, 'restart in 5', 'ark'],
		['sentToOne', undefined, 'please move', 'ark'],
		['sent', undefined, 'hi', 'mc'],
	]);
});
