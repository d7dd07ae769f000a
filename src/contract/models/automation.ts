import * as z from 'zod';
import {keepingSource} from './as-read.ts';
import {maybe, Moment} from './common.ts';

/** (Specification: Automation) The inner shapes of targets, workflow and trigger are open: kept whole, sent back whole. */
export const Automation = keepingSource(
	z.looseObject({
		id: z.string().min(1),
		teamId: maybe(z.string()),
		name: maybe(z.string()),
		description: maybe(z.string()),
		enabled: maybe(z.boolean()),
		createdAt: Moment,
		updatedAt: Moment,
		targets: z.unknown().optional(),
		workflow: z.unknown().optional(),
		trigger: z.unknown().optional(),
		runTimeoutSec: maybe(z.number()),
	}),
);
export type Automation = z.output<typeof Automation>;

/** The fields of a new automation, and those that an edit may change. (Specification: AutomationCreateRequest) */
export const automationFields = {
	description: z.string().nullish(),
	enabled: z.boolean().nullish(),
	targets: z.unknown().optional(),
	workflow: z.array(z.unknown()).nullish(),
	trigger: z.unknown().optional(),
	runTimeoutSec: z.int().positive().nullish(),
};

/** (Specification: AutomationRun) QUEUED, PENDING, RUNNING, SUCCEEDED, FAILED, CANCELED, TIMEOUTED are known. */
export const AutomationRun = z.looseObject({
	id: z.string().min(1),
	automationId: maybe(z.string()),
	teamId: maybe(z.string()),
	status: maybe(z.string()),
	createdAt: Moment,
	startedAt: Moment,
	finishedAt: Moment,
	targetIds: maybe(z.record(z.string(), z.boolean())),
	currentStep: z.unknown().optional(),
	stepHistory: z
		.array(z.unknown())
		.nullish()
		.transform(steps => steps ?? []),
	cancelRequested: maybe(z.boolean()),
	workflowSize: maybe(z.number()),
});
export type AutomationRun = z.output<typeof AutomationRun>;
