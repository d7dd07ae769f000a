import * as z from 'zod';
import {Step} from './automation-steps.ts';
import {Selector} from './automation-targets.ts';
import {TriggerInput} from './automation-trigger.ts';

/**
The open parts of an automation as the local service reads them. The specification says that targets are an object, the
workflow an array and the trigger an object or null, but not what they contain. The parts that are read must have the right
types; everything else in them is kept unchanged.
*/
export const AutomationParts = z.object({
	targets: Selector.optional(),
	workflow: z.array(Step).optional(),
	trigger: TriggerInput.nullish(),
});
