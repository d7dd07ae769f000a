import type {ServerCommand} from '../../src/contract/models/server.ts';
import {consoleView} from '../../src/app/console/view.ts';
import {emptyConsole, reduceConsole} from '../../src/app/console/console-state.ts';
import type {ConsoleState} from '../../src/app/console/console-buffer.ts';
import {initialState, reduce, type State} from '../../src/app/state.ts';
import {after, aServer, viewChanged, polled, startAt} from '../helpers/builders.ts';
import {openBenchTui, pause} from './bench-tui.ts';
import {quantile} from './quantile.ts';
import {rowOf, type Row, type Run} from './row.ts';

/**
Measures the cost of a long scrollback: merging a message at 1,000, 10,000 and 100,000 lines; the messages of a large
fleet; games that print 1,000 lines a second; and a feed of 10,000 messages a second for ten seconds through the entire
session.
*/
/** 30 frames a second. */
const frameMs = 33;
/** No frame may be later than this. */
const latestMs = 50;

const message = (number: number, lateMs = 0): ServerCommand => ({
	command: `say message ${number}`,
	response: `Player ${number % 70} of the tribe of ${number % 13} said something of ordinary length, number ${number}\n`,
	commandId: `0d8c1b7e-5f0a-4f0e-a1b2-${number.toString(16).padStart(12, '0')}`,
	timestamp: startAt + number * 10 - lateMs,
});

const heard = (number: number, count = 1, lateMs = 0) => ({
	type: 'rcon/received' as const,
	serverId: 's',
	at: startAt + (number + count) * 10 + 20,
	via: 'feed' as const,
	commands: Array.from({length: count}, (_, index) => message(number + index, lateMs)),
});

function consoleOf(lines: number): ConsoleState {
	let state: ConsoleState = new Map();
	for (let from = 0; from < lines; from += 1000)
		state = reduceConsole(state, heard(from, Math.min(1000, lines - from)));
	return state;
}

/**
Microseconds per message, with one event each and every tenth slightly late. Medians of blocks, alternating between the
sizes.
*/
function merge(): Row[] {
	const sizes = [1000, 10_000, 100_000];
	const block = 200;
	const consoles = sizes.map(size => ({
		size,
		start: consoleOf(size),
		state: consoleOf(size),
		samples: [] as number[],
	}));
	for (let turn = -20; turn < 200; turn++) {
		for (const one of consoles) {
			// The longest console stays at its limit by itself.
			if (turn % 5 === 0 && one.size < 100_000) one.state = consoleOf(one.size);
			const from = 200_000 + (turn + 20) * block;
			const events = Array.from({length: block}, (_, index) =>
				heard(from + index, 1, index % 10 === 0 ? 500 : 0),
			);
			const startedAt = performance.now();
			for (const event of events) one.state = reduceConsole(one.state, event);
			if (turn >= 0) one.samples.push(((performance.now() - startedAt) * 1000) / block);
		}
	}
	const least = quantile(consoles[0]?.samples ?? [], 0.5);
	return consoles.slice(1).map(({size, samples}) => {
		const median = quantile(samples, 0.5);
		return rowOf(
			`Adding a message at ${size.toLocaleString('en-US')} lines, relative to 1,000 lines`,
			median / least,
			{unit: '×', detail: `${median.toFixed(1)} µs`},
		);
	});
}

function stateOf(lines: number): State {
	const state = after(
		polled([aServer({id: 's'})]),
		viewChanged({currentId: 's', pane: 'console', size: {columns: 120, rows: 40}}),
	);
	return {...state, console: consoleOf(lines)};
}

const timed = (task: () => void): number => {
	const startedAt = performance.now();
	task();
	return performance.now() - startedAt;
};

const longestOf = (ms: readonly number[]) => ms.reduce((most, one) => Math.max(most, one), 0);

/** Steps between which keys and frames are handled. */
const longest = (what: string, ms: readonly number[], detail = '') =>
	rowOf(`${what}, longest step`, longestOf(ms), {
		unit: 'ms',
		most: latestMs,
		detail: `${detail}p99 ${quantile(ms, 0.99).toFixed(1)} ms`,
	});

/** A second of 10,000 messages from 5,000 servers, in 30 batches as the feed delivers them. */
function fleet(): Row {
	let state: State = initialState;
	let said = 0;
	const hand = (count: number) => {
		const all = Array.from({length: count}, () => ({...heard(++said), serverId: `s-${said % 5000}`}));
		const event = {type: 'rcon/allReceived' as const, all};
		return timed(() => (state = reduce(state, event)));
	};
	hand(5000);
	const times = Array.from({length: 300}, () => hand(333));
	const perSecond = times.reduce((sum, ms) => sum + ms, 0) / 10;
	return longest(
		'10,000 messages per second of 5,000 servers into their consoles',
		times,
		`${perSecond.toFixed(0)} ms of a second; `,
	);
}

/** One and ten games print 1,000 lines a second for a minute into full consoles, 30 times a second, then a frame. */
function output(): Row[] {
	return [1, 10].map(games => {
		const full = consoleOf(games === 1 ? 100_000 : 20_000).get('s') ?? emptyConsole;
		const ids = ['s', ...Array.from({length: games - 1}, (_, index) => `s-${index}`)];
		let state: State = {...stateOf(0), console: new Map(ids.map(id => [id, full]))};
		const times = Array.from({length: 1800}, (_, turn) => {
			const at = startAt + 2_000_000 + turn * frameMs;
			const lines = Array.from({length: 34}, (_line, index) => ({
				kind: 'output' as const,
				text: `[12:00:00][game]: player ${index} of turn ${turn} did something of ordinary length`,
			}));
			const all = ids.map(serverId => ({
				type: 'console/printed' as const,
				serverId,
				id: `p-${turn}`,
				at,
				timestamp: at,
				lines,
				omitted: 0,
			}));
			return timed(() => {
				state = reduce(state, {type: 'console/allChanged', all});
				consoleView(state);
			});
		});
		return longest(
			`1,000 lines per second from ${games === 1 ? 'one game' : 'each of ten games'} into full consoles`,
			times,
			`p50 ${quantile(times, 0.5).toFixed(1)} ms, `,
		);
	});
}

async function flood(seconds: number): Promise<Row[]> {
	const mb = () => (globalThis.gc?.(), process.memoryUsage.rss() / 1e6);
	const tui = await openBenchTui({columns: 120, rows: 40});
	const before = mb();
	tui.writes.length = 0;
	const startedAt = performance.now();
	let said = 0;
	while (performance.now() - startedAt < seconds * 1000) {
		const due = Math.min(seconds * 10_000, Math.floor((performance.now() - startedAt) * 10));
		tui.deliver(due - said);
		said = due;
		await pause(5);
	}
	tui.deliver(seconds * 10_000 - said);
	const ended = performance.now();
	await pause(300);
	const kept = [...tui.services.store.getState().console.values()].reduce(
		(sum, {lines, dropped}) => sum + lines.length + dropped,
		0,
	);
	const frames = tui.writes.filter(({at}) => at <= ended).map(({at}) => at);
	const gaps = frames.map((at, index) => at - (frames[index - 1] ?? startedAt));
	const after = mb();
	await tui.close();
	const what = `10,000 messages per second for ${seconds} s`;
	return [
		rowOf(`${what}, lost`, seconds * 10_000 - kept, {unit: 'messages', most: 0}),
		rowOf(`${what}, longest time between frames`, longestOf(gaps), {
			unit: 'ms',
			most: latestMs,
			detail: `${(frames.length / seconds).toFixed(0)} frames per second, ${(after - before).toFixed(0)} MB more memory`,
		}),
	];
}

export const run: Run = async ({seconds = 10}) => {
	return [...merge(), fleet(), ...output(), ...(await flood(seconds))];
};
