import {ownServerMessages} from '../../messages/own-servers.ts';
import type {LateAction} from '../agent/timed-power.ts';
import {changeServer} from '../context.ts';
import type {ServerRecord} from '../records/records.ts';
import type {OwnNode} from './node.ts';
import {report, showReport} from './report.ts';

/** An action is carried out at most this late: afterward players may be on the server again. */
export const maxLateMs = 15 * 60_000;

type Stopping = Pick<ServerRecord, 'state' | 'stateSince'>;

/** Returns whether the next service must finish a stop or restart that the end of the last one interrupted. */
export const isUnfinished = ({state, stateSince = -Infinity}: Stopping, now: number): boolean =>
	state === 'STOPPING' && now - stateSince <= maxLateMs;

type Ordered = Pick<ServerRecord, 'startOrderedAt' | 'wanted'>;

/** Returns whether a start, or the second half of a restart, was lost with the last service and is still expected. */
export const isStartLost = ({startOrderedAt = -Infinity, wanted}: Ordered, now: number): boolean =>
	wanted === 'up' && now - startOrderedAt <= maxLateMs;

/** Ends a stop or restart that is too old to be finished. */
export function endUnfinished(node: OwnNode, {id, displayName, wanted, stateSince}: ServerRecord): void {
	const isRestart = wanted === 'up';
	// After a crash, it is restarted as before the stop.
	changeServer(node.service, id, {wanted: 'up'});
	const {title, message} = ownServerMessages.unfinished;
	const lateMs = stateSince === undefined ? undefined : node.service.clock.now() - stateSince;
	report(node, id, {type: 'SERVER_FAILED', title, message: message(displayName, isRestart, lateMs)});
}

/** Throws an error if a scheduled action is too late, and reports the reason with the server. */
export function refuseLate(node: OwnNode, {serverId, isRestart, dueAt}: LateAction): void {
	const {clock, store} = node.service;
	const lateMs = clock.now() - dueAt;
	if (lateMs <= maxLateMs) return;
	const {displayName = serverId} = store.servers.get(serverId) ?? {};
	const message = ownServerMessages.tooLate(displayName, isRestart, lateMs);
	showReport(node, serverId, message, true);
	throw new Error(message);
}
