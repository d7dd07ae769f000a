import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {ServerCommand} from '../../../src/contract/models/server.ts';
import type {Failure} from '../../../src/app/kernel/state/failure.ts';
import {
	defaultScrollback,
	emptyConsole,
	maxBytes,
	reduceConsole,
} from '../../../src/app/console/record/state.ts';
import type {ConsoleEvent, ConsoleState} from '../../../src/app/console/record/buffer.ts';
import {noCommand} from '../../../src/contract/rcon-text.ts';
import {linesIn} from '../../helpers/builders.ts';
import {activityText} from '../../../src/actions/activity.ts';

const step = (state: ConsoleState, event: ConsoleEvent) => reduceConsole(state, event);
const answer = (command: string, over: Partial<ServerCommand> = {}): ServerCommand => ({
	command,
	response: `${command} done`,
	commandId: undefined,
	timestamp: undefined,
	...over,
});
const sent = (
	localId: string,
	command: string,
	at = 1000,
	timeoutMs: number | undefined = 5000,
): ConsoleEvent => ({
	type: 'rcon/sent',
	serverId: 's',
	localId,
	command,
	at,
	timeoutMs,
});
const answeredEvent = (localId: string, given: ServerCommand): ConsoleEvent => ({
	type: 'rcon/answered',
	serverId: 's',
	localId,
	answer: given,
	at: 1012,
});
const receivedEvent = (
	commands: ServerCommand[],
	via: 'feed' | 'poll' = 'feed',
	at = 2000,
): ConsoleEvent => ({
	type: 'rcon/received',
	serverId: 's',
	at,
	via,
	commands,
});
const timedOut = (localId: string): ConsoleEvent => ({
	type: 'rcon/failed',
	serverId: 's',
	localId,
	failure: timeout,
});
const timeout: Failure = {
	reason: 'refused',
	title: 'No answer before the deadline.',
	hint: undefined,
	key: 'server.rcon_timeout',
	status: 408,
	request: 'POST /server/{serverId}/rcon',
	mayHaveRun: true,
	retryAfterMs: undefined,
};

const after = (...events: ConsoleEvent[]) =>
	linesIn({console: events.reduce(step, new Map() as ConsoleState)}, 's');
const shown = (...events: ConsoleEvent[]) =>
	after(...events).map(line =>
		line.kind === 'command'
			? `${line.origin} ${line.command} ${line.status}`
			: line.kind === 'note'
				? activityText(line.activity)
				: '',
	);

test('a sent command is a pending entry at once and becomes its answer', () => {
	expect(shown(sent('1', 'status'))).toEqual(['me status pending']);
	const lines = after(
		sent('1', 'status'),
		answeredEvent('1', answer('status', {commandId: 'c1', timestamp: 1500})),
	);
	expect(lines).toMatchObject([
		{status: 'answered', response: 'status done', latencyMs: 12, at: 1000, via: 'answer'},
	]);
});

test('the answer and the broadcast of one command are one entry, in either order', () => {
	const said = answer('status', {commandId: 'c1', timestamp: 1500});
	const both = ['me status answered'];
	expect(shown(sent('1', 'status'), answeredEvent('1', said), receivedEvent([said]))).toEqual(both);
	expect(shown(sent('1', 'status'), receivedEvent([said]), answeredEvent('1', said))).toEqual(both);
	expect(
		shown(
			sent('1', 'status'),
			receivedEvent([said]),
			receivedEvent([said], 'poll'),
			answeredEvent('1', said),
			receivedEvent([said]),
		),
	).toEqual(both);
});

test('entries without a commandId are identified by server, command and time', () => {
	const first = answer('status', {timestamp: 1500});
	const second = answer('status', {timestamp: 1600});
	expect(shown(receivedEvent([first]), receivedEvent([first], 'poll'), receivedEvent([second]))).toEqual([
		'other status answered',
		'other status answered',
	]);
});

test('an answer with and without its commandId is one entry', () => {
	const full = answer('status', {commandId: 'c1', timestamp: 1500});
	const bare = answer('status', {timestamp: 1500});
	expect(shown(receivedEvent([full]), receivedEvent([bare], 'poll'))).toHaveLength(1);
});

test.each(['c1', undefined])(
	'two answers with one name and the ID %j are two entries, however often they are reported',
	commandId => {
		const one = answer('status', {commandId, timestamp: 1500, response: 'a'});
		const two = answer('status', {commandId, timestamp: 1500, response: 'b'});
		const lines = after(
			receivedEvent([one]),
			receivedEvent([two, one], 'poll'),
			receivedEvent([two]),
			receivedEvent([one, two], 'poll'),
		);
		expect(lines).toMatchObject([{response: 'a'}, {response: 'b'}]);
		expect(new Set(lines.map(({id}) => id)).size).toBe(2);
	},
);

test('two commands with one commandId and the same output are two entries, however often they are reported', () => {
	const [save, kick] = ['save', 'kick Bob'].map((command, index) =>
		answer(command, {commandId: '0', timestamp: 1500 + index, response: ''}),
	) as [ServerCommand, ServerCommand];
	const both = ['other save answered', 'other kick Bob answered'];
	expect(shown(receivedEvent([save]), receivedEvent([kick, save], 'poll'), receivedEvent([kick]))).toEqual(
		both,
	);
	expect(
		shown(
			sent('1', 'kick Bob', 1600),
			receivedEvent([save]),
			answeredEvent('1', kick),
			receivedEvent([save, kick]),
		),
	).toEqual(['other save answered', 'me kick Bob answered']);
	const spaced = {...kick, command: 'kick  Bob'};
	const nameless = {...save, command: noCommand};
	expect(shown(receivedEvent([save, kick]), receivedEvent([spaced, nameless], 'poll'))).toEqual(both);
});

test('an answer with the commandId of an own command but different output does not replace its own', () => {
	const mine = answer('status', {commandId: 'c1', timestamp: 1500, response: 'mine'});
	const other = answer('status', {commandId: 'c1', timestamp: 1600, response: 'other'});
	const own = ['me status answered', 'other status answered'];
	expect(shown(sent('1', 'status'), answeredEvent('1', mine), receivedEvent([other, mine]))).toEqual(own);
	expect(
		shown(sent('1', 'status'), receivedEvent([other]), answeredEvent('1', mine), receivedEvent([mine])),
	).toEqual(own);
});

test.each(['c1', undefined])('fills in output that arrives after its command, with the ID %j', commandId => {
	const early = answer('status', {commandId, timestamp: 1500, response: undefined});
	const late = {...early, response: 'ok'};
	expect(after(receivedEvent([early]), receivedEvent([late], 'poll'), receivedEvent([early]))).toMatchObject([
		{response: 'ok'},
	]);
	expect(after(sent('1', 'status'), receivedEvent([early]), answeredEvent('1', late))).toMatchObject([
		{origin: 'me', response: 'ok'},
	]);
	expect(after(sent('1', 'status'), answeredEvent('1', early), receivedEvent([late]))).toMatchObject([
		{origin: 'me', response: 'ok'},
	]);
});

test('the same command by two admins in the same millisecond is two entries', () => {
	expect(
		shown(
			receivedEvent([
				answer('save', {commandId: 'a', timestamp: 1}),
				answer('save', {commandId: 'b', timestamp: 1}),
			]),
		),
	).toHaveLength(2);
});

test('the timed-out entry adopts a late answer and shows how it was matched', () => {
	const lines = after(
		sent('1', 'save'),
		timedOut('1'),
		receivedEvent([answer('save', {commandId: 'c', timestamp: 8000})], 'feed', 8100),
	);
	expect(lines).toMatchObject([
		{origin: 'me', status: 'late', matched: 'text', response: 'save done', latencyMs: 7100},
	]);
});

test('the delay of a late answer does not depend on wall clock changes', () => {
	const [asked, said] = [
		sent('1', 'save'),
		receivedEvent([answer('save', {commandId: 'c'})], 'feed', 600_000),
	];
	const lines = after({...asked, tick: 50} as ConsoleEvent, timedOut('1'), {
		...said,
		tick: 7150,
	} as ConsoleEvent);
	expect(lines).toMatchObject([{status: 'late', latencyMs: 7100}]);
	const early = after(
		{...asked, tick: 50} as ConsoleEvent,
		{...said, tick: 4050} as ConsoleEvent,
		timedOut('1'),
	);
	expect(early).toMatchObject([{status: 'late', latencyMs: 4000}]);
});

test('a sent command has its send time, whatever its answer says', () => {
	const times = (...events: ConsoleEvent[]) => after(...events).map(({at}) => at);
	const late = receivedEvent([answer('save', {timestamp: 8000})], 'feed', 8100);
	expect(times(sent('1', 'save'), answeredEvent('1', answer('save', {timestamp: 1500})))).toEqual([1000]);
	expect(times(sent('1', 'save'), timedOut('1'))).toEqual([1000]);
	expect(times(sent('1', 'save'), timedOut('1'), late)).toEqual([1000]);
	expect(times(sent('1', 'save'), late, timedOut('1'))).toEqual([1000]);
	expect(times(late)).toEqual([8000]);
});

test('adopts an answer that arrived just before the timeout', () => {
	const said = answer('save', {commandId: 'c', timestamp: 6000});
	const lines = after(sent('1', 'save'), receivedEvent([said], 'feed', 6001), timedOut('1'));
	expect(lines).toMatchObject([{origin: 'me', status: 'late', matched: 'text', response: 'save done'}]);
});

test('never adopts an answer from before the request', () => {
	const old = answer('save', {timestamp: 1000});
	expect(shown(sent('1', 'save', 100_000), timedOut('1'), receivedEvent([old], 'poll', 110_000))).toEqual([
		'other save answered',
		'me save timeout',
	]);
});

test('only one timeout adopts a late answer', () => {
	const events = [sent('1', 'save'), timedOut('1'), sent('2', 'save', 1100), timedOut('2')];
	expect(shown(...events, receivedEvent([answer('save', {commandId: 'c', timestamp: 8000})]))).toEqual([
		'me save timeout',
		'me save late',
	]);
});

test("a late answer moves its entry to the service's time", () => {
	const [between, late] = [answer('between', {timestamp: 7000}), answer('save', {timestamp: 8000})];
	expect(shown(sent('1', 'save'), timedOut('1'), receivedEvent([between]), receivedEvent([late]))).toEqual([
		'other between answered',
		'me save late',
	]);
});

test('a plain command takes the broadcast as its answer', () => {
	const forwarded: ConsoleEvent = {type: 'rcon/forwarded', serverId: 's', localId: '1', at: 1003};
	const said = answer('save', {commandId: 'c', timestamp: 1500});
	expect(shown(sent('1', 'save', 1000, undefined), forwarded, receivedEvent([said]))).toEqual([
		'me save answered',
	]);
});

test('entries are in the order of service time, with pending ones last', () => {
	const [early, late] = [answer('early', {timestamp: 1000}), answer('late', {timestamp: 9000})];
	expect(shown(receivedEvent([late]), sent('1', 'mine', 2000), receivedEvent([early], 'poll'))).toEqual([
		'other early answered',
		'other late answered',
		'me mine pending',
	]);
});

test.each([true, false])(
	'a console keeps a limited number of entries and counts the dropped ones (IDs: %j)',
	hasIds => {
		const many = Array.from({length: defaultScrollback.lines + 10}, (_, index) =>
			answer('x', {commandId: hasIds ? String(index) : undefined, timestamp: index + 1}),
		);
		const {lines, dropped} = reduceConsole(new Map(), receivedEvent(many)).get('s') ?? emptyConsole;
		expect(lines.length).toBeLessThanOrEqual(defaultScrollback.lines);
		expect(lines.length).toBeGreaterThan(defaultScrollback.lines - 500);
		expect(lines.length + dropped).toBe(defaultScrollback.lines + 10);
	},
);

test('the consoles share a limit: the least recently viewed one drops its oldest entries first', () => {
	const large = 'x'.repeat(100_000);
	const tell = (serverId: string, count: number): ConsoleEvent => ({
		type: 'rcon/received',
		serverId,
		at: 5,
		via: 'poll',
		commands: Array.from({length: count}, (_, index) =>
			answer('log', {timestamp: index + 1, response: large}),
		),
	});
	const viewed: ConsoleEvent = {type: 'console/viewed', serverId: 'a', at: 9};
	const some = [viewed, tell('a', 700), tell('b', 700)].reduce(step, new Map() as ConsoleState);
	const bytes = (state: ConsoleState) => [...state.values()].reduce((sum, buffer) => sum + buffer.bytes, 0);
	expect(some.get('a')?.lines).toHaveLength(700);
	expect(some.get('b')?.lines.length).toBeLessThan(700);
	expect(some.get('b')).toMatchObject({dropped: 700 - (some.get('b')?.lines.length ?? 0)});
	const more = Array.from({length: 40}, (_, index) => tell(`c-${index}`, 60)).reduce(step, some);
	expect(bytes(more)).toBeLessThanOrEqual(maxBytes + 60 * 100_500);
	expect(more.get('a')?.lines.length).toBeGreaterThan(more.get('b')?.lines.length ?? Infinity);
	expect(linesIn({console: more}, 'b').at(-1)).toMatchObject({timestamp: 700});
});

test('known entries change nothing at all', () => {
	const known = [answer('x', {commandId: 'a', timestamp: 1})];
	// The first list records how far the console is complete.
	const before = step(step(new Map(), receivedEvent(known)), receivedEvent(known, 'poll'));
	for (const via of ['feed', 'poll'] as const) expect(step(before, receivedEvent(known, via))).toBe(before);
});

test('each command is one entry in any order of answers, broadcasts and polls', () => {
	const commands = Array.from({length: 6}, (_, index) =>
		answer(`c${index % 3}`, {commandId: `id-${index}`, timestamp: 1000 + index}),
	);
	const events = [
		...commands.slice(0, 2).map((given, index) => answeredEvent(`own-${index}`, given)),
		...commands.map(given => receivedEvent([given])),
		receivedEvent(commands, 'poll'),
		receivedEvent(
			commands.map(given => ({...given, commandId: undefined})),
			'poll',
		),
	];
	const own = commands.slice(0, 2).map((given, index) => sent(`own-${index}`, given.command, 900));
	fc.assert(
		fc.property(fc.shuffledSubarray(events, {minLength: events.length}), shuffled => {
			const lines = after(...own, ...shuffled);
			expect(lines).toHaveLength(6);
			expect(lines.filter(line => line.kind === 'command' && line.origin === 'me')).toHaveLength(2);
			const times = lines.map(line => line.order);
			expect(times).toEqual(times.toSorted((a, b) => a - b));
		}),
	);
});

test('thousands of answers with the same timestamp take hardly longer than others', () => {
	const secondsOf = (timestampOf: (index: number) => number): number => {
		const commands = Array.from({length: 8000}, (_, index) =>
			answer(`list ${index}`, {commandId: `id-${index}`, timestamp: timestampOf(index)}),
		);
		const before = process.cpuUsage().user;
		step(new Map(), receivedEvent(commands));
		return (process.cpuUsage().user - before) / 1e6;
	};
	const usual = secondsOf(index => index);
	expect(secondsOf(() => 5)).toBeLessThan(1 + 5 * usual);
});

test('one timestamp of another century does not count as the skew of the clock', () => {
	const timestamp = Date.UTC(9999, 11, 31);
	const after = step(new Map(), receivedEvent([answer('list', {commandId: 'a', timestamp})]));
	expect(after.get('s')?.skewMs).toBe(0);
	const next = step(after, receivedEvent([answer('list', {commandId: 'b', timestamp: 12_000})]));
	expect(next.get('s')?.skewMs).toBe(-10_000);
});
