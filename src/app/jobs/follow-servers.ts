import type {StepProblem} from '../../actions/job.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {readState} from '../../contract/states.ts';
import type {Services} from '../kernel/services.ts';

/**
The progress of a server on its way to ONLINE. `before`: the action has not started. `down`: down because of the action.
`fallen`: went down again after `rising` or `up`.
*/
export type Stage = 'before' | 'down' | 'rising' | 'up' | 'fallen';

/** Returns the next stage of a server in this state. `hasLeft`: the action has started. */
export function stageAfter(stage: Stage, state: string | undefined, hasLeft: boolean): Stage {
	const wasUp = stage !== 'before' && stage !== 'down';
	if (stage === 'before' && !hasLeft) return 'before';
	switch (readState(state)) {
		case 'INITIALIZING':
			return 'rising';
		case 'STOPPING':
			return wasUp ? stage : 'down';
		// The node restarts a crashed server; a requested restart never shows this state. (service-facts: not shown for the
		// restart operation)
		case 'RESTARTING':
			return wasUp ? 'fallen' : 'down';
		default:
			break;
	}
	const phase = phaseOf(state);
	if (phase === 'online') return 'up';
	if (phase === 'offline') return wasUp ? 'fallen' : 'down';
	return stage === 'before' ? 'down' : stage;
}

/** How long OFFLINE is tolerated, ms: a restart passes through it, and a node that logs in again shows it briefly. */
const offlineAllowedMs = 10_000;

type Followed = {
	stage: Stage;
	isDone: boolean;
	hasLeft: () => boolean;
	/** When the last action on the server was sent; a later one ends the following. */
	actedAt: number | undefined;
	cancelTimer: (() => void) | undefined;
};

export type FollowedServers = {
	begin: (serverId: string, hasLeft: () => boolean) => void;
	stageOf: (serverId: string) => Stage | undefined;
	/** Marks a server as past its gate; it is still followed. */
	setDone: (serverId: string) => void;
	end: (serverId: string) => void;
	/** Whether a followed server is OFFLINE. Nothing is sent to others until it is clear whether it comes back. */
	isOneDown: () => boolean;
	endAll: () => void;
};

/**
Follows servers until they are ONLINE and after, and reports the first time that one stays down or goes down again.
*/
export function followServers(
	{store, clock, settings}: Services,
	report: (serverId: string, problem: StepProblem) => void,
): FollowedServers {
	const followed = new Map<string, Followed>();
	// Without a feed, only polls show a state; this allows for two of them.
	const allowedMs = Math.max(offlineAllowedMs, 2 * settings.pollMs);
	const fleetOf = () => store.getState().fleet;
	const end = (serverId: string) => {
		followed.get(serverId)?.cancelTimer?.();
		followed.delete(serverId);
	};
	const fail = (serverId: string, problem: StepProblem) => {
		end(serverId);
		report(serverId, problem);
	};
	const updateStage = (serverId: string, one: Followed) => {
		const {servers, actionTimes} = fleetOf();
		if (one.isDone && actionTimes.get(serverId) !== one.actedAt) {
			// The user has started another action on it.
			end(serverId);
			return;
		}
		const state = servers.get(serverId)?.state;
		one.stage = stageAfter(one.stage, state, one.hasLeft());
		if (!isDown(one, state)) {
			one.cancelTimer?.();
			one.cancelTimer = undefined;
			return;
		}
		const problem: StepProblem =
			one.stage === 'fallen' ? {kind: 'crashed', state: state ?? ''} : {kind: 'offline'};
		if (phaseOf(state) !== 'offline') fail(serverId, problem);
		else one.cancelTimer ??= clock.after(allowedMs, () => fail(serverId, problem));
	};
	const updateAll = () => {
		for (const [serverId, one] of followed) updateStage(serverId, one);
	};
	let before = fleetOf();
	const unsubscribe = store.subscribe(() => {
		if (fleetOf() === before) return;
		before = fleetOf();
		updateAll();
	});
	return {
		begin: (serverId, hasLeft) => {
			const actedAt = fleetOf().actionTimes.get(serverId);
			followed.set(serverId, {stage: 'before', isDone: false, hasLeft, actedAt, cancelTimer: undefined});
			updateAll();
		},
		stageOf: serverId => {
			updateAll();
			return followed.get(serverId)?.stage;
		},
		setDone: serverId => {
			const one = followed.get(serverId);
			if (one) one.isDone = true;
		},
		end,
		isOneDown: () => {
			updateAll();
			return followed.values().some(({cancelTimer}) => cancelTimer !== undefined);
		},
		endAll: () => {
			unsubscribe();
			for (const serverId of followed.keys()) end(serverId);
		},
	};
}

const isDown = ({stage}: Followed, state: string | undefined): boolean =>
	stage === 'fallen' || (stage === 'down' && phaseOf(state) === 'offline');
