import * as z from 'zod';

/*
The shape of a trigger is not public. The local service reads `{cron}` (or `cronExpression`, or `expression`) with an optional
`timezone`, and `{type: 'STATE_CHANGE', to, from}` with one or more states in any case and the filters `serverIds`,
`gameType` and `nodeId`. Anything else is kept and never fires.
*/
const states = z.union([z.string().transform(state => [state]), z.array(z.string())]);
export const TriggerInput = z.looseObject({
	type: z.string().optional(),
	kind: z.string().optional(),
	cron: z.string().optional(),
	cronExpression: z.string().optional(),
	expression: z.string().optional(),
	timezone: z.string().optional(),
	to: states.optional(),
	state: states.optional(),
	from: states.optional(),
	serverIds: z.array(z.string()).optional(),
	gameType: z.string().optional(),
	nodeId: z.string().optional(),
});
export type TriggerInput = z.output<typeof TriggerInput>;
