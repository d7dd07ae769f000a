import type {LastChange} from '../../../actions/last-change.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {passingStates, type Phase, phaseOf, readState} from '../../../contract/states.ts';
import {causedWithinMs} from '../../../actions/activity.ts';
import {memoize} from '../../../lib/lists/memoize.ts';
import {type Cause, causeOf, isSelfCaused, type OwnChanges} from './self-caused.ts';

/**
A phase as the program counts and shows it. `stopped`: down because someone stopped the server. `hung`: in transition for
longer than it may be.
*/
export type ShownPhase = Phase | 'stopped' | 'hung';

/** The known changes of servers, by id. `from`: the state before the present one. */
type Changes = OwnChanges & {stopOrders: ReadonlySet<string>};

/**
Returns whether a server that is down was stopped: by the user, in this session or an earlier one, or after STOPPING by
someone else. After a restart it was not, and a crash does not pass through STOPPING. (observed at the hosted service)
*/
function wasStopped({since, actionTimes, stopOrders}: Changes, id: string): boolean {
	if (isSelfCaused({since, actionTimes}, id)) return stopOrders.has(id);
	const entered = since.get(id);
	return entered?.cause === undefined ? readState(entered?.from) === 'STOPPING' : entered.cause === 'stop';
}

/**
Returns the cause that the journal knows of a change at `at`; undefined: nobody saw when the server changed, so that the
user's action caused it if nothing was recorded after it.
*/
export function recordedCause(
	{action, at: changedAt, isRestart}: Omit<LastChange, 'serverId'>,
	at: number | undefined,
): Cause | undefined {
	const isByAction =
		action !== undefined &&
		(at === undefined ? action.at >= changedAt : action.at <= at && at - action.at <= causedWithinMs);
	if (isByAction) return causeOf[action.verb];
	return isRestart ? 'restart' : undefined;
}

/** Returns the phase of one server. */
export function shownPhaseOf(
	{hung, ...changes}: Changes & {hung: ReadonlySet<string>},
	{id, state, problem, isStopped}: GameServer,
): ShownPhase {
	if (hung.has(id)) return 'hung';
	const phase = phaseOf(state);
	if (phase !== 'offline' || problem !== undefined) return phase;
	return isStopped || wasStopped(changes, id) ? 'stopped' : phase;
}

/**
Returns the phases of servers with those that were stopped or hang. `isBroken`: the service names a problem. `areStopped`:
our own service says that they were stopped.
*/
export const withStoppedAndHung = memoize(
	(
		phases: readonly Phase[],
		isBroken: readonly boolean[],
		areStopped: readonly boolean[],
		order: readonly string[],
		hung: ReadonlySet<string>,
		since: Changes['since'],
		actionTimes: Changes['actionTimes'],
		stopOrders: ReadonlySet<string>,
	): readonly ShownPhase[] => {
		const changes = {since, actionTimes, stopOrders};
		return phases.map((phase, slot): ShownPhase => {
			const id = order[slot] ?? '';
			if (hung.has(id)) return 'hung';
			if (phase !== 'offline' || isBroken[slot]) return phase;
			return areStopped[slot] || wasStopped(changes, id) ? 'stopped' : phase;
		});
	},
);

const passing: ReadonlySet<string> = new Set(passingStates);

/** How long a server may be in such a state, ms. */
const usualLimitMs = 600_000;

/** Returns the servers that have been in a state that ends by itself for too long. `limits`: ms by state. */
export function hungServers(
	{list, since}: Pick<Changes, 'since'> & {list: readonly GameServer[]},
	limits: ReadonlyMap<string, number>,
	now: number,
): ReadonlySet<string> {
	const hung = list.filter(({id, state}) => {
		const word = readState(state)?.toUpperCase() ?? '';
		const limitMs = limits.get(word) ?? (passing.has(word) ? usualLimitMs : Infinity);
		return now - (since.get(id)?.at ?? now) >= limitMs;
	});
	return new Set(hung.map(({id}) => id));
}
