import {Anything, Count, field, Flag, Id, Moment, OwnId, shapeOf, Text} from '../shape.ts';
import {readState} from '../states.ts';
import {flagOf, idsOf, isFields} from '../wire-values.ts';

/** (Specification: Automation) The inner shapes of targets, workflow and trigger are open: kept and sent back whole. */
export const automationShape = shapeOf({
	id: OwnId,
	teamId: Id,
	name: Text,
	description: Text,
	enabled: Flag,
	createdAt: Moment,
	updatedAt: Moment,
	targets: Anything,
	workflow: Anything,
	trigger: Anything,
	runTimeoutSec: Count,
});

/** (Specification: AutomationRun) Known states are QUEUED, PENDING, RUNNING, SUCCEEDED, FAILED, CANCELED and TIMEOUTED. */
export const runShape = shapeOf({
	id: OwnId,
	automationId: Id,
	teamId: Id,
	status: field<string, string | undefined>(readState),
	createdAt: Moment,
	startedAt: Moment,
	finishedAt: Moment,
	/** False: the server has left the run. */
	targetIds: field<Record<string, boolean>, Readonly<Record<string, boolean>> | undefined>(readTargets),
	currentStep: Anything,
	stepHistory: field<unknown[], unknown[]>(readSteps),
	cancelRequested: Flag,
	workflowSize: Count,
});

/** Reads the targets by server id, as specified, or from a list of ids or records, all of which count as taking part. */
function readTargets(value: unknown): Readonly<Record<string, boolean>> | undefined {
	if (value === null || value === undefined) return undefined;
	// Without a prototype, no id can clash with an inherited property.
	const targets = Object.create(null) as Record<string, boolean>;
	for (const id of idsOf(value)) targets[id] = !isFields(value) || flagOf(value[id]) !== false;
	return targets;
}

function readSteps(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return isFields(value) ? Object.values(value) : [];
}
