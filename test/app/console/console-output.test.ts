import {expect, test} from 'vitest';
import {emptyConsole, reduceConsole} from '../../../src/app/console/record/state.ts';
import {type ConsoleEvent, type ConsoleState, entryCount} from '../../../src/app/console/record/buffer.ts';
import {outputText} from '../../../src/app/console/record/lines.ts';
import {consoleView, shownLines} from '../../../src/app/console/read/view.ts';
import {entryOfLine} from '../../../src/app/export/export-entry.ts';
import {formats} from '../../../src/app/export/formats.ts';
import {sanitizeOutput} from '../../../src/app/kernel/text/sanitize.ts';
import {reduce, type State} from '../../../src/app/state.ts';
import type {OutputKind} from '../../../src/contract/packets.ts';
import {after, aServer, linesIn, polled, viewChanged} from '../../helpers/builders.ts';

let packets = 0;
const printed = (at: number, ...lines: (string | {kind: OutputKind; text: string})[]) => ({
	type: 'console/printed' as const,
	serverId: 's',
	id: `p${++packets}`,
	at: at + 5,
	timestamp: at as number | undefined,
	lines: lines.map(line => (typeof line === 'string' ? {kind: 'output' as const, text: line} : line)),
	omitted: 0,
});
const heard = (at: number, command: string): ConsoleEvent => ({
	type: 'rcon/received',
	serverId: 's',
	at: at + 5,
	via: 'feed',
	commands: [{command, response: 'ok', commandId: command, timestamp: at}],
});
const sent = (at: number, command: string): ConsoleEvent => ({
	type: 'rcon/sent',
	serverId: 's',
	localId: command,
	command,
	at,
	timeoutMs: 5000,
});

const stateOf = (events: readonly ConsoleEvent[], lines = 100_000): ConsoleState =>
	events.reduce((state, event) => reduceConsole(state, event, {lines}), new Map() as ConsoleState);
const bufferOf = (events: readonly ConsoleEvent[], lines?: number) =>
	stateOf(events, lines).get('s') ?? emptyConsole;
const textsOf = (events: readonly ConsoleEvent[], lines?: number) =>
	linesIn({console: stateOf(events, lines)}, 's').map(line =>
		line.kind === 'output' ? outputText(line) : line.kind === 'command' ? `> ${line.command}` : '',
	);

test('output is among the answers in the order of the service, and commands that wait stay last', () => {
	expect(
		textsOf([
			heard(1000, 'one'),
			sent(2000, 'mine'),
			printed(3000, 'c', 'd'),
			heard(2500, 'two'),
			printed(1500, 'a', 'b'),
			printed(9000),
		]),
	).toEqual(['> one', 'a', 'b', '> two', 'c', 'd', '> mine']);
});

test('lines that the service left out are one entry', () => {
	const {outputs, lines} = bufferOf([{...printed(1000, 'a'), omitted: 812}]);
	expect([outputs, lines.length]).toEqual([2, 2]);
	expect(textsOf([{...printed(1000, 'a'), omitted: 812}, printed(2000, 'b')])).toEqual([
		'a',
		'... 812 lines omitted',
		'b',
	]);
});

test('output takes at most half of a console, so commands and answers stay', () => {
	const events = Array.from({length: 400}, (_, at) => [
		heard(at * 1000, `command ${at}`),
		printed(at * 1000 + 500, ...Array.from({length: 50}, (_line, index) => `line ${at} ${index}`)),
	]).flat();
	const buffer = bufferOf(events, 1000);
	const texts = textsOf(events, 1000);
	expect(texts.filter(text => text.startsWith('>'))).toHaveLength(400);
	expect(buffer.outputs).toBeLessThanOrEqual(500);
	expect(buffer.outputs).toBe(texts.length - 400);
	expect(buffer.dropped).toBe(0);
	expect(entryCount(buffer)).toBe(400 * 51);
	expect(texts.at(-1)).toBe('line 399 49');
	expect(texts.filter(text => text.startsWith('line'))).toEqual(
		events
			.flatMap(event => (event.type === 'console/printed' ? event.lines.map(({text}) => text) : []))
			.slice(-buffer.outputs),
	);
	expect(buffer.lines.chunks.length).toBeLessThan(20);
});

test('the filters separate output, chat, and everything else', () => {
	const {lines} = bufferOf([
		heard(1000, 'one'),
		printed(2000, 'saved', {kind: 'chat', text: 'Joe: hi'}),
		{...printed(3000), omitted: 3},
	]);
	const shown = (source: Parameters<typeof shownLines>[1]) =>
		shownLines(lines, source)
			.chunks.flat()
			.map(line => (line.kind === 'output' ? outputText(line) : line.kind));
	expect(shown('commands')).toEqual(['command']);
	expect(shown('output')).toEqual(['saved', 'Joe: hi', '... 3 lines omitted']);
	expect(shown('chat')).toEqual(['Joe: hi', '... 3 lines omitted']);
	expect([...shown('mine'), ...shown('states')]).toEqual([]);
	expect(shown('others')).toEqual(['command']);
});

const aState = (): State =>
	after(
		polled([aServer({id: 's'}), aServer({id: 't'})]),
		viewChanged({currentId: 't', pane: 'console', size: {columns: 80, rows: 24}}),
	);

test('output does not make a console unread', () => {
	const state = reduce(aState(), {type: 'console/allChanged', all: [printed(1000, 'a')]});
	expect(state.console.get('s')?.lines.length).toBe(1);
	expect([...state.unread.servers]).toEqual([]);
	expect([...reduce(state, heard(2000, 'one')).unread.servers]).toEqual(['s']);
});

test('dropped output is reported above the oldest entry', () => {
	const events = [heard(0, 'one'), printed(1000, ...Array.from({length: 400}, (_, at) => `${at}`))];
	const console = stateOf(events, 100);
	const state = {...aState(), console: new Map([['t', console.get('s') ?? emptyConsole]])};
	const {document} = consoleView(state);
	expect(document.rules).toMatchObject([{what: {kind: 'dropped', count: 0}}]);
	expect(document.rules[0]?.what).toMatchObject({output: 400 - (document.lines.length - 1)});
});

test('a packet of another service is bounded and sanitized', () => {
	const {lines, omitted, timestamp} = sanitizeOutput({
		timestamp: 'never',
		lines: Array.from({length: 10_000}, () => ({
			kind: 'output',
			text: `\u001b[2J\u202e\n${'x'.repeat(1e4)}`,
		})),
		omitted: -5.5,
	});
	expect(timestamp).toBeUndefined();
	expect(lines).toHaveLength(500);
	expect(lines[0]?.text.slice(0, 16)).toBe('^[[2J<U+202E>^Jx');
	expect(lines[0]?.text.length).toBeLessThan(2100);
	expect(omitted).toBe(9500);
	expect(sanitizeOutput({timestamp: undefined, lines: [], omitted: undefined}).omitted).toBe(0);
});

test('an export contains output as shown', () => {
	const [game, chat] = linesIn(
		{console: stateOf([printed(1000, 'saved `now`', {kind: 'chat', text: 'Joe: hi'})])},
		's',
	).map(line => entryOfLine(line, 's', 'ark-1'));
	if (!game || !chat) throw new Error('no entries');
	expect(formats.text.entry(game)).toBe('1970-01-01 00:00:01Z  ark-1  game | saved `now`\n');
	expect(formats.markdown.entry(chat)).toBe('- `1970-01-01 00:00:01Z` `ark-1`  chat | `Joe: hi`\n');
	expect(JSON.parse(formats.json.entry(chat))).toEqual({
		kind: 'output',
		at: '1970-01-01T00:00:01.000Z',
		serverId: 's',
		server: 'ark-1',
		printed: 'chat',
		text: 'Joe: hi',
	});
});
