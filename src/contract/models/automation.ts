import {type ByName, emptyRecord} from '../../lib/json/maps.ts';
import * as z from 'zod';
import {Anything, Count, field, Flag, Id, Moment, OwnId, record, recordOf, State, Text} from '../record.ts';
import {flagOf, idsOf, isFields} from '../wire-values.ts';

/** (Specification: Automation) The inner shapes of targets, workflow and trigger are open: kept and sent back whole. */
export const Automation = recordOf(
	['automation'],
	record(
		{
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
			/** Only the local service sends these: the name and id of its creator, and why it was disabled. */
			createdBy: Text,
			createdById: Id,
			review: Text,
		},
		{
			id: ['uuid', 'guid', 'automationId'],
			name: ['displayName', 'title', 'automationName'],
			enabled: ['active', 'isEnabled'],
			createdAt: ['created'],
			updatedAt: ['updated', 'modifiedAt'],
			workflow: ['steps'],
			trigger: ['schedule'],
			runTimeoutSec: ['timeoutSec', 'runTimeoutSeconds'],
		},
	),
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

type Targets = ByName<boolean>;

/** (Specification: AutomationRun) Known states are QUEUED, PENDING, RUNNING, SUCCEEDED, FAILED, CANCELED and TIMEOUTED. */
export const AutomationRun = recordOf(
	['automationRun', 'run'],
	record(
		{
			id: OwnId,
			automationId: Id,
			teamId: Id,
			status: State,
			createdAt: Moment,
			startedAt: Moment,
			finishedAt: Moment,
			/** False: the server has left the run. */
			targetIds: field<Targets, Targets | undefined>(readTargets),
			currentStep: Anything,
			stepHistory: field<unknown[], unknown[]>(readSteps),
			cancelRequested: Flag,
			workflowSize: Count,
		},
		{
			id: ['uuid', 'guid', 'runId', 'automationRunId'],
			status: ['state', 'runStatus', 'runState'],
			createdAt: ['created'],
			startedAt: ['started', 'startTime'],
			finishedAt: ['finished', 'completedAt', 'endedAt', 'endTime'],
			targetIds: ['serverIds', 'targets'],
			stepHistory: ['steps', 'history'],
			workflowSize: ['stepCount'],
		},
	),
);
export type AutomationRun = z.output<typeof AutomationRun>;

/** Reads the targets by server id, as specified, or from a list of ids or records, all of which count as taking part. */
function readTargets(value: unknown): Targets | undefined {
	if (value === null || value === undefined) return undefined;
	const targets = emptyRecord<boolean>();
	for (const id of idsOf(value)) targets[id] = !isFields(value) || flagOf(value[id]) !== false;
	return targets;
}

function readSteps(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	return isFields(value) ? Object.values(value) : [];
}
