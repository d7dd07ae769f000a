import * as z from 'zod';
import {automationShape, runShape} from '../shapes/automation.ts';
import {recordOf, schemaOf} from './common.ts';

export const Automation = recordOf(['automation'], schemaOf(automationShape));
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

export const AutomationRun = recordOf(['automationRun', 'run'], schemaOf(runShape));
export type AutomationRun = z.output<typeof AutomationRun>;
