import * as z from 'zod';
import {isFields, textOf} from './wire-values.ts';

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
/** The names that a schedule may have, the first of which counts. */
export const patternNames = [
	'cron',
	'cronExpression',
	'expression',
] as const satisfies (keyof typeof TriggerInput.shape)[];

type TriggerInput = z.output<typeof TriggerInput>;

/** A trigger, as it was read. */
export type ReadTrigger =
	| {kind: 'manual'}
	/** `zone`: undefined if none is written; the local service uses UTC. */
	| {kind: 'schedule'; pattern: string; zone: string | undefined}
	| ({kind: 'state'} & Pick<TriggerInput, 'to' | 'from' | 'serverIds' | 'gameType' | 'nodeId'>)
	/** The local service keeps it, and it never fires. */
	| {kind: 'unknown'; type: string | undefined};

/** Reads a trigger. A text is a pattern, and fields that are null are missing. Never throws. */
export function readTrigger(trigger: unknown): ReadTrigger {
	if (trigger === undefined || trigger === null) return {kind: 'manual'};
	if (typeof trigger === 'string') return {kind: 'schedule', pattern: trigger, zone: undefined};
	const written = isFields(trigger) ? trigger : {};
	const fields = Object.fromEntries(Object.entries(written).filter(([, value]) => value !== null));
	const type = textOf(fields['type']) ?? textOf(fields['kind']);
	const read = TriggerInput.safeParse(fields);
	if (!read.success) return {kind: 'unknown', type};
	const {timezone, to, state, from, serverIds, gameType, nodeId} = read.data;
	const pattern = patternNames.map(name => read.data[name]).find(text => text !== undefined);
	if (pattern !== undefined) return {kind: 'schedule', pattern, zone: timezone};
	if (!/^state[_ -]?change$/i.test(type ?? '')) return {kind: 'unknown', type};
	return {kind: 'state', to: to ?? state, from, serverIds, gameType, nodeId};
}
