import * as z from 'zod';
import {reasonOf} from '../../contract/reasons.ts';
import {notAccepted} from '../refusal.ts';
import {Step} from './steps.ts';
import {Selector} from './targets.ts';
import {readTrigger, Written} from './triggers.ts';

/*
The specification says that targets are an object, the workflow an array and the trigger an object or null, and not
what is in them. What this service reads of them must have the types that it reads; everything else is kept as it is.
*/
const Fields = z.object({
	targets: Selector.nullish(),
	workflow: z.array(Step).nullish(),
	trigger: Written.nullish(),
});

type Given = {targets?: unknown; workflow?: unknown; trigger?: unknown};

/** Refuses what no run could use: wrong types, and a schedule that cannot be kept. */
export function checkAutomation({targets, workflow, trigger}: Given): void {
	const read = Fields.safeParse({targets, workflow, trigger});
	if (!read.success) throw notAccepted(reasonOf(read.error));
	const schedule = readTrigger(trigger);
	if (schedule.kind === 'unreadable') throw notAccepted(schedule.why);
}
