import type {StepProblem} from '../../actions/job.ts';
import {phaseOf} from '../../actions/preconditions.ts';
import {readState} from '../../contract/states.ts';
import type {Services} from '../kernel/services.ts';

/**
How far a server has come that is to be online: `before` its action, `down` for it, `rising`, `up`, `fallen` after it
was one of these two.
*/
export type Stage = 'before' | 'down' | 'rising' | 'up' | 'fallen';

/** Returns the next stage of a server in this state. `hasLeft`: its action has begun. */
export function stageAfter(stage: Stage, state: string | undefined, hasLeft: boolean): Stage {
	const wasUp = stage !== 'before' && stage !== 'down';
	if (stage === 'before' && !hasLeft) return 'before';
	switch (readState(state)) {
		case 'INITIALIZING':
			return 'rising';
		case 'STOPPING':
			return wasUp ? stage : 'down';
		// A node restarts what has crashed. (service-facts: not shown for the restart operation)
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

/** A restart passes through OFFLINE, and a node that logs in again shows it for a moment, ms. */
const offlineAllowedMs = 10_000;

type Followed = {
	stage: Stage;
	isDone: boolean;
	hasLeft: () => boolean;
	/** The time of the last action on it, to notice a later one. */
	actedAt: number | undefined;
	callOff: (() => void) | undefined;
};

export type FollowedServers = {
	begin: (serverId: string, hasLeft: () => boolean) => void;
	stageOf: (serverId: string) => Stage | undefined;
	/** It has passed its gate, and is followed on. */
	setDone: (serverId: string) => void;
	end: (serverId: string) => void;
	/** One of them is OFFLINE, so nothing is sent to another until it is clear whether it comes back. */
	isOneDown: () => boolean;
	endAll: () => void;
};

/** Follows servers that are to be online, and reports the first time that one of them does not come up or falls. */
export function followServers(
	{store, clock, settings}: Services,
	report: (serverId: string, problem: StepProblem) => void,
): FollowedServers {
	const followed = new Map<string, Followed>();
	// Without a feed, a state is seen at most this often.
	const allowedMs = Math.max(offlineAllowedMs, 2 * settings.pollMs);
	const fleetOf = () => store.getState().fleet;
	const end = (serverId: string) => {
		followed.get(serverId)?.callOff?.();
		followed.delete(serverId);
	};
	const fail = (serverId: string, problem: StepProblem) => {
		end(serverId);
		report(serverId, problem);
	};
	const lookAt = (serverId: string, one: Followed) => {
		const {servers, actionTimes} = fleetOf();
		if (one.isDone && actionTimes.get(serverId) !== one.actedAt) {
			// The user has done something else with it since.
			end(serverId);
			return;
		}
		const state = servers.get(serverId)?.state;
		one.stage = stageAfter(one.stage, state, one.hasLeft());
		if (!isDown(one, state)) {
			one.callOff?.();
			one.callOff = undefined;
			return;
		}
		const problem: StepProblem =
			one.stage === 'fallen' ? {kind: 'crashed', state: state ?? ''} : {kind: 'offline'};
		if (phaseOf(state) !== 'offline') fail(serverId, problem);
		else one.callOff ??= clock.after(allowedMs, () => fail(serverId, problem));
	};
	const look = () => {
		for (const [serverId, one] of followed) lookAt(serverId, one);
	};
	const unsubscribe = store.subscribe(look);
	return {
		begin: (serverId, hasLeft) => {
			const actedAt = fleetOf().actionTimes.get(serverId);
			followed.set(serverId, {stage: 'before', isDone: false, hasLeft, actedAt, callOff: undefined});
			look();
		},
		stageOf: serverId => {
			look();
			return followed.get(serverId)?.stage;
		},
		setDone: serverId => {
			const one = followed.get(serverId);
			if (one) one.isDone = true;
		},
		end,
		isOneDown: () => {
			look();
			return followed.values().some(({callOff}) => callOff !== undefined);
		},
		endAll: () => {
			unsubscribe();
			for (const serverId of followed.keys()) end(serverId);
		},
	};
}

const isDown = ({stage}: Followed, state: string | undefined): boolean =>
	stage === 'fallen' || (stage === 'down' && phaseOf(state) === 'offline');
