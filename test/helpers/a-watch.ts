import type {Watch, WatchTarget} from '../../src/app/watch/watches.ts';
import {startAt} from './builders.ts';

export const aWatchTarget = (given: Partial<WatchTarget> = {}): WatchTarget => ({
	serverId: 'a',
	name: 'a',
	gameType: 'ARK_ASCENDED',
	now: undefined,
	lastSaid: undefined,
	changedAt: undefined,
	...given,
});

/** A watch on one server that has just started. */
export const aWatch = (given: Partial<Watch> = {}): Watch => ({
	id: 'w',
	command: 'ListPlayers',
	everyMs: 30_000,
	stopWhen: undefined,
	bell: false,
	startedAt: startAt,
	endsAt: startAt + 1_800_000,
	budget: 600,
	calls: 0,
	runs: 0,
	changes: 0,
	lastAt: undefined,
	nextAt: undefined,
	over: undefined,
	isPaused: false,
	targets: [aWatchTarget()],
	...given,
});
