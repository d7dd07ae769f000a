import {isSameAnswer} from './compare-answers.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** The result of one run on one server: the answer of the game, or in a few words why there is none. */
export type WatchResult = {at: number; kind: 'answer' | 'problem'; text: string};

export type WatchTarget = {
	serverId: string;
	name: string;
	gameType: string | undefined;
	/** The newest result. */
	now: WatchResult | undefined;
	/** The newest answer before that, however old: changes are highlighted against it. */
	lastSaid: string | undefined;
	/** When the result last changed, epoch ms. */
	changedAt: number | undefined;
};

/**
A command that is repeated on some servers. It ends on its own: after `endsAt`, when `budget` commands have
been sent, or when the answers of all servers match `stopWhen`.
*/
export type Watch = {
	id: string;
	command: string;
	everyMs: number;
	/** A case-insensitive pattern; undefined for none. */
	stopWhen: string | undefined;
	bell: boolean;
	startedAt: number;
	endsAt: number;
	/** Maximum number of commands, and the number already sent. */
	budget: number;
	calls: number;
	runs: number;
	/** Number of results that differed from the previous one. */
	changes: number;
	/** Start of the newest run, and of the next one, epoch ms. */
	lastAt: number | undefined;
	nextAt: number | undefined;
	/** When and why it ended; undefined while it runs. */
	over: {at: number; reason: string} | undefined;
	/** No run starts until it is resumed. */
	isPaused: boolean;
	targets: readonly WatchTarget[];
};

/** Oldest first. */
export type WatchesState = readonly Watch[];

export type WatchEvent =
	| {type: 'watches/started'; watch: Watch}
	| {type: 'watches/asked'; watchId: string; at: number}
	| {type: 'watches/answered'; watchId: string; serverId: string; result: WatchResult}
	| {type: 'watches/planned'; watchId: string; nextAt: number}
	| {type: 'watches/paused'; watchId: string; isPaused: boolean}
	| {type: 'watches/ended'; watchId: string; at: number; reason: string};

const maxEndedWatches = 10;

export const watchesSlice: Slice<WatchesState, WatchEvent> = {
	initial: [],
	reduce: reduceWatches,
};

function reduceWatches(state: WatchesState, event: WatchEvent): WatchesState {
	switch (event.type) {
		case 'watches/started':
			return dropEnded([...state, event.watch]);
		case 'watches/asked':
			return changeWatch(state, event.watchId, watch => ({
				...watch,
				lastAt: event.at,
				nextAt: undefined,
				runs: watch.runs + 1,
				calls: watch.calls + watch.targets.length,
			}));
		case 'watches/answered':
			return changeWatch(state, event.watchId, watch => addResult(watch, event.serverId, event.result));
		case 'watches/planned':
			return changeWatch(state, event.watchId, watch => ({...watch, nextAt: event.nextAt}));
		case 'watches/paused':
			return changeWatch(state, event.watchId, watch => ({...watch, isPaused: event.isPaused}));
		case 'watches/ended':
			return changeWatch(state, event.watchId, watch =>
				watch.over ? watch : {...watch, nextAt: undefined, over: {at: event.at, reason: event.reason}},
			);
	}
}

function addResult(watch: Watch, serverId: string, result: WatchResult): Watch {
	let isNew = false;
	const targets = watch.targets.map(target => {
		if (target.serverId !== serverId) return target;
		const {now} = target;
		isNew = now !== undefined && !isSameResult(watch, target, now, result);
		const lastSaid = now?.kind === 'answer' ? now.text : target.lastSaid;
		const changedAt = isNew ? result.at : target.changedAt;
		return {...target, now: result, lastSaid, changedAt};
	});
	return {...watch, targets, changes: watch.changes + (isNew ? 1 : 0)};
}

/** Returns whether two results of a server say the same; an answer whose lines only moved does. */
export const isSameResult = (
	{command}: Pick<Watch, 'command'>,
	{gameType}: Pick<WatchTarget, 'gameType'>,
	past: WatchResult,
	now: WatchResult,
): boolean =>
	past.kind === now.kind &&
	(past.text === now.text ||
		(now.kind === 'answer' && isSameAnswer({command, gameType}, past.text, now.text)));

const changeWatch = (watches: WatchesState, watchId: string, to: (watch: Watch) => Watch): WatchesState =>
	watches.map(watch => (watch.id === watchId ? to(watch) : watch));

/** Running watches are never dropped. */
function dropEnded(watches: WatchesState): WatchesState {
	const over = watches.filter(watch => watch.over);
	const dropped = new Set(over.slice(0, Math.max(0, watches.length - maxEndedWatches)));
	return watches.filter(watch => !dropped.has(watch));
}

export const isRunning = ({over}: Watch): boolean => over === undefined;

/** Running and not paused. */
export const isActive = (watch: Watch): boolean => isRunning(watch) && !watch.isPaused;
