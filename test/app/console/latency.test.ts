import {expect, test} from 'vitest';
import {latencyOf, latencyText} from '../../../src/app/console/record/lines.ts';
import {emptyConsole, reduceConsole} from '../../../src/app/console/record/state.ts';
import type {ConsoleEvent} from '../../../src/app/console/record/buffer.ts';
import {aCommand, linesIn} from '../../helpers/builders.ts';

test.each([
	[{sentAt: 1000, sentTick: 50}, {at: 1300, tick: 350}, 300],
	// The wall clock was set back in between.
	[{sentAt: 1000, sentTick: 50}, {at: 400, tick: 350}, 300],
	[{sentAt: 1000}, {at: 1300, tick: 350}, 300],
	[{sentAt: 1000}, {at: 400}, 0],
	[{sentAt: undefined}, {at: 400, tick: 1}, undefined],
])('measures the latency of an answer %#', (line, arrival, latencyMs) => {
	expect(latencyOf(line, arrival)).toBe(latencyMs);
});

test('the latency of a command excludes its time in the queue and in the journal, however its answer arrives', () => {
	const common = {serverId: 'a', localId: '1'};
	const turn: ConsoleEvent[] = [
		{...common, type: 'rcon/sent', command: 'save', at: 1000, tick: 10, timeoutMs: undefined},
		{...common, type: 'rcon/queued', ahead: 1},
		{...common, type: 'rcon/started', at: 8900, tick: 7910},
		{...common, type: 'rcon/recorded', tick: 8010},
	];
	const answer = aCommand({command: 'save', commandId: 'c', timestamp: 9100});
	const arrival = {at: 9200, tick: 8210};
	const answeredEvent: ConsoleEvent = {...common, type: 'rcon/answered', answer, ...arrival};
	const forwarded: ConsoleEvent = {...common, type: 'rcon/forwarded', at: 9010, tick: 8020};
	const receivedEvent: ConsoleEvent = {
		serverId: 'a',
		type: 'rcon/received',
		via: 'feed',
		commands: [answer],
		...arrival,
	};
	for (const ending of [[answeredEvent], [forwarded, receivedEvent]]) {
		const console = [...turn, ...ending].reduce(
			(state, event) => reduceConsole(state, event),
			new Map([['a', emptyConsole]]) as ReadonlyMap<string, typeof emptyConsole>,
		);
		expect(linesIn({console}, 'a')).toMatchObject([{status: 'answered', latencyMs: 200}]);
	}
});

test('shows seconds from 10s on', () => {
	expect([214.4, 9999, 12_449].map(latencyText)).toEqual(['214ms', '9999ms', '12.4s']);
});
