import {ownServerMessages} from '../../messages/own-servers.ts';
import type {LateAction} from '../agent/timed-power.ts';
import {changeServer} from '../context.ts';
import type {ServerRecord} from '../records.ts';
import type {OwnNode} from './node.ts';
import {report, showReport} from './report.ts';

/** An order is carried out at most this late: afterwards players may be on the server again. */
export const maxLateMs = 15 * 60_000;

type Stopping = Pick<ServerRecord, 'state' | 'stateSince'>;

/** Returns whether the end of a service has interrupted a stop or restart that the next one is to finish. */
export const isUnfinished = ({state, stateSince = -Infinity}: Stopping, now: number): boolean =>
	state === 'STOPPING' && now - stateSince <= maxLateMs;

/** Ends a stop or restart that is too old to be finished. */
export function endUnfinished(node: OwnNode, {id, displayName, wanted, stateSince}: ServerRecord): void {
	const isRestart = wanted === 'up';
	// Whether to restart it after a crash is decided as before the stop.
	changeServer(node.service, id, {wanted: 'up'});
	const {title, message} = ownServerMessages.unfinished;
	report(node, id, {type: 'SERVER_FAILED', title, message: message(displayName, isRestart, stateSince)});
}

/** Throws the reason, which it also reports with the server, if a scheduled action is too late. */
export function refuseLate(node: OwnNode, {serverId, isRestart, dueAt}: LateAction): void {
	const {clock, store} = node.service;
	if (clock.now() - dueAt <= maxLateMs) return;
	const {displayName = serverId} = store.servers.get(serverId) ?? {};
	const message = ownServerMessages.tooLate(displayName, isRestart, dueAt);
	showReport(node, serverId, message, true);
	throw new Error(message);
}
