import type {Job, JobStep} from '../../contract/models/job.ts';
import {largest} from '../../lib/lists/long-lists.ts';
import type {GateProgress} from '../../messages/jobs.ts';
import type {State} from '../state.ts';

/** Returns the servers that wait for their gates. */
export const gateSteps = ({steps}: Pick<Job, 'steps'>): readonly JobStep[] =>
	steps.filter(({status}) => status === 'gate');

/**
Returns the server that the keys for gates decide: the chosen one while it waits, or if none was chosen the one that has
waited longest.
*/
export function gateStep(job: Pick<Job, 'steps'>, chosen: string | undefined): JobStep | undefined {
	const all = gateSteps(job);
	if (chosen !== undefined) return all.find(({serverId}) => serverId === chosen);
	return all.toSorted((a, b) => (a.gate?.from ?? 0) - (b.gate?.from ?? 0)).at(0);
}

/** Returns the progress of a server at its gate; undefined if it is not at one. */
export function gateProgress(
	{fleet}: Pick<State, 'fleet'>,
	{status, serverId, gate, doubt}: JobStep,
	now: number,
): GateProgress | undefined {
	if (status !== 'gate' || !gate) return undefined;
	const check = fleet.checks.get(serverId);
	const readAt = largest([check?.at ?? 0, fleet.at ?? 0, fleet.since.get(serverId)?.at ?? 0]);
	return {
		...gate,
		doubt,
		state: fleet.servers.get(serverId)?.state,
		elapsedMs: now - gate.from,
		seenMs: Math.max(0, now - readAt),
		isFailing: check ? check.isFailing : fleet.problem !== undefined,
	};
}
