import {Cron} from 'croner';
import type {StateChange} from './automation-runner.ts';
import {readTrigger, type ReadTrigger} from '../../contract/automation-trigger.ts';
import {isSameState} from '../../contract/states.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {scheduleMessages} from '../../messages/automations.ts';

export type Trigger =
	| {kind: 'manual'}
	/** An invalid schedule. */
	| {kind: 'unreadable'; why: string}
	/** `next`: the first scheduled time after `after`, in epoch milliseconds, or undefined if there is none. */
	| {kind: 'cron'; next: (after: number) => number | undefined}
	| {kind: 'state'; matches: (change: StateChange) => boolean};

/** Caches what it has read, because every state change reads all triggers. */
export const openTrigger = memoize((value: unknown): Trigger => {
	const read = readTrigger(value);
	if (read.kind === 'schedule') return scheduleOf(read.pattern, read.zone);
	return read.kind === 'state' ? {kind: 'state', matches: matcherOf(read)} : {kind: 'manual'};
});

/** In characters: far more than any schedule needs. */
const maxPatternLength = 200;

/** Reads a cron pattern: five fields as in Unix, six or seven as in Quartz, with seconds first and Sunday as 1. */
function scheduleOf(pattern: string, timezone = 'UTC'): Trigger {
	const invalid = (why: string): Trigger => ({
		kind: 'unreadable',
		why: scheduleMessages.invalid(pattern.slice(0, maxPatternLength), why),
	});
	if (pattern.length > maxPatternLength) return invalid(scheduleMessages.tooLong(maxPatternLength));
	const isQuartz = pattern.trim().split(/\s+/).length > 5;
	try {
		const cron = new Cron(pattern, {paused: true, timezone, alternativeWeekdays: isQuartz});
		// An unknown time zone is detected only here. The search for a time that never comes takes long.
		if (!cron.nextRun()) return invalid(scheduleMessages.never);
		return {kind: 'cron', next: after => cron.nextRun(new Date(after))?.getTime()};
	} catch (error) {
		return invalid(error instanceof Error ? error.message : String(error));
	}
}

function matcherOf({
	from,
	to,
	serverIds,
	gameType,
	nodeId,
}: Extract<ReadTrigger, {kind: 'state'}>): (change: StateChange) => boolean {
	const among = (wanted: string[] | undefined, state: string) =>
		wanted === undefined || wanted.some(each => isSameState(each, state));
	return ({server, ...change}) =>
		among(to, change.to) &&
		among(from, change.from) &&
		(serverIds === undefined || serverIds.includes(server.id)) &&
		(gameType === undefined || gameType === server.gameType) &&
		(nodeId === undefined || nodeId === server.nodeId);
}
