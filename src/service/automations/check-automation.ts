import * as z from 'zod';
import {reasonOf} from '../../contract/reasons.ts';
import {requestCheckMessages} from '../../messages/service.ts';
import type {ServiceContext} from '../context.ts';
import {notAccepted} from '../http/refusal.ts';
import {Step} from './steps.ts';
import {Selector} from '../../contract/automation-targets.ts';
import {readTrigger, TriggerInput} from './triggers.ts';

/*
The specification says that targets are an object, the workflow an array and the trigger an object or null, but not what
they contain. The parts that this service reads must have the right types; everything else in them is kept unchanged.
*/
const Fields = z.object({
	targets: Selector.optional(),
	workflow: z.array(Step).optional(),
	trigger: TriggerInput.nullish(),
});

type AutomationParts = {targets?: unknown; workflow?: unknown; trigger?: unknown; description?: unknown};

/** Throws `Refusal` if no run could use the values: wrong types, too much text, or an invalid schedule. */
export function checkAutomation({limits}: Pick<ServiceContext, 'limits'>, fields: AutomationParts): void {
	const {targets, workflow, trigger, description} = fields;
	const missing = Object.entries(fields).find(([name, value]) => value === null && name !== 'trigger');
	if (missing) throw notAccepted(requestCheckMessages.isNull(missing[0]));
	const {maxAutomationLength: most} = limits;
	if (JSON.stringify([targets, workflow, trigger, description]).length > most)
		throw notAccepted(requestCheckMessages.longAutomation(most));
	const read = Fields.safeParse({targets, workflow, trigger});
	if (!read.success) throw notAccepted(reasonOf(read.error));
	const schedule = readTrigger(trigger);
	if (schedule.kind === 'unreadable') throw notAccepted(schedule.why);
}
