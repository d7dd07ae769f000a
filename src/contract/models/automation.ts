import * as z from 'zod';
import {Count, field, Flag, Id, Moment, OwnId, Text} from '../wire-fields.ts';
import {flagOf, idsOf, isFields} from '../wire-values.ts';
import {readState} from '../states.ts';
import {recordOf} from './common.ts';

/** (Specification: Automation) The inner shapes of targets, workflow and trigger are open: kept and sent back whole. */
export const Automation = recordOf(
	['automation'],
	z.looseObject({
		id: OwnId,
		teamId: Id,
		name: Text,
		description: Text,
		enabled: Flag,
		createdAt: Moment,
		updatedAt: Moment,
		targets: z.unknown().optional(),
		workflow: z.unknown().optional(),
		trigger: z.unknown().optional(),
		runTimeoutSec: Count,
	}),
);
export type Automation = z.output<typeof Automation>;

/** The fields that a request to create or edit an automation may set. (Specification: AutomationCreateRequest) */
export const automationFields = {
	description: z.string().nullish(),
	enabled: z.boolean().nullish(),
	targets: z.unknown().optional(),
	workflow: z.array(z.unknown()).nullish(),
	trigger: z.unknown().optional(),
	runTimeoutSec: z.int().positive().nullish(),
};

/** (Specification: AutomationRun) Known states are QUEUED, PENDING, RUNNING, SUCCEEDED, FAILED, CANCELED and TIMEOUTED. */
export const AutomationRun = recordOf(
	['automationRun', 'run'],
	z.looseObject({
		id: OwnId,
		automationId: Id,
		teamId: Id,
		status: field<string, string | undefined>(readState),
		createdAt: Moment,
		startedAt: Moment,
		finishedAt: Moment,
		/** False: the server has left the run. */
		targetIds: field<Record<string, boolean>, Readonly<Record<string, boolean>> | undefined>(readTargets),
		currentStep: z.unknown().optional(),
		stepHistory: field<unknown[], unknown[]>(readSteps),
		cancelRequested: Flag,
		workflowSize: Count,
	}),
);
export type AutomationRun = z.output<typeof AutomationRun>;

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
