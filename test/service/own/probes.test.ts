import {expect, test} from 'vitest';
import type {ConsoleState} from '../../../src/service/console/keep-open.ts';
import {consoleOnly} from '../../../src/service/power/console-only.ts';
import type {PowerStatus} from '../../../src/service/power/power-driver.ts';
import {createObserver, type ObservedParts} from '../../../src/service/own/observer.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {ConsoleError} from '../../../src/service/console/console-error.ts';

/** An observer that observes every 5 seconds, and the commands that reach the console. */
function anObserver(more: Partial<ObservedParts> = {}) {
	const clock = manualClock();
	const sent: string[] = [];
	let [isThere, state]: [boolean, ConsoleState['kind']] = [true, 'open'];
	const observer = createObserver({
		console: {
			send: async command => {
				sent.push(command);
				if (!isThere) throw new ConsoleError('timeout', 'silent');
				return '2';
			},
			state: () => ({kind: state}) as ConsoleState,
			retry: () => {},
			close: () => {},
		},
		onProbe: () => {},
		hasReader: true,
		query: undefined,
		power: consoleOnly,
		hasPower: false,
		commands: {probe: 'list', say: undefined, save: undefined, stop: undefined, backup: undefined},
		readPlayers: answer => ({players: Number(answer), isExact: true}),
		readyMs: 10_000,
		clock,
		...more,
	});
	/** Observes for this long and returns how many commands were sent. */
	const probesIn = async (seconds: number, each = () => {}) => {
		const before = sent.length;
		for (let at = 0; at < seconds; at += 5) {
			each();
			await observer.observe(new AbortController().signal, true);
			await clock.advance(5000);
		}
		return sent.length - before;
	};
	const become = (there: boolean, kind: ConsoleState['kind']) => ([isThere, state] = [there, kind]);
	return {observer, probesIn, become};
}

test('probes a console that answers every 15 seconds, and when its connection ends', async () => {
	const {observer, probesIn, become} = anObserver();
	expect(await probesIn(60)).toBe(4);
	expect(observer.facts().players).toBe(2);
	become(false, 'lost');
	expect(await probesIn(20)).toBe(4);
});

test('the answer to the same command of someone else replaces a probe, and an answer to another one delays probes', async () => {
	const {observer, probesIn} = anObserver();
	expect(await probesIn(60, () => observer.heard(' List', '7'))).toBe(0);
	expect(observer.facts().players).toBe(7);
	expect(await probesIn(60, () => observer.heard('say hello', ''))).toBe(2);
});

test('beside a query any answer replaces a probe', async () => {
	const {observer, probesIn} = anObserver({query: async () => ({players: 1, maxPlayers: 2, map: 'x'})});
	expect(await probesIn(60)).toBe(2);
	expect(await probesIn(60, () => observer.heard('say hello', ''))).toBe(0);
});

test('a partial list gives the minimum number of players, and an old number is discarded', async () => {
	let answer = async () => '2\n';
	const {observer, probesIn} = anObserver({
		console: {
			send: () => answer(),
			state: () => ({kind: 'open'}),
			retry: () => {},
			close: () => {},
		},
		readPlayers: text => ({players: text.split('\n').length - 1, isExact: true, max: 9}),
	});
	await probesIn(20);
	expect(observer.facts()).toEqual({players: 1, maxPlayers: 9, map: undefined});
	const cut = (partial: string) => () =>
		Promise.reject(new ConsoleError('cut', 'The game announced a longer answer than it sent.', {partial}));
	answer = cut('Ann\nBob\nCa');
	await probesIn(20);
	expect(observer.facts()).toEqual({players: undefined, atLeast: 2, maxPlayers: 9, map: undefined});
	answer = cut('An');
	await probesIn(20);
	expect(observer.facts()).toEqual({players: undefined, maxPlayers: undefined, map: undefined});
});

test('tries a console every 30 seconds while its driver reports the server as stopped', async () => {
	const status: PowerStatus = {kind: 'stopped'};
	const {probesIn, become} = anObserver({
		power: {...consoleOnly, status: async () => status},
		hasPower: true,
	});
	become(false, 'lost');
	expect(await probesIn(60)).toBe(2);
});
