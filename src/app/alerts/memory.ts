import {alertKinds} from '../kernel/state/services.ts';
import * as z from 'zod';
import {tryParseJson} from '../../lib/json/json.ts';
import {observationsToSave, watchedKey} from './conditions.ts';
import {initialAlerts, type AlertState} from './engine.ts';

const direction = z.enum(['up', 'down']);

const Memory = z.object({
	at: z.number(),
	sentAt: z.array(z.number()),
	names: z.array(z.tuple([z.string(), z.string()])).optional(),
	entered: z.array(z.object({serverId: z.string(), at: z.number(), state: z.string()})).optional(),
	watched: z.array(
		z.object({
			kind: z.enum(alertKinds),
			id: z.string(),
			name: z.string(),
			state: z.string().optional(),
			node: z.string().optional(),
			reported: direction,
			direction,
			at: z.number(),
			isBetween: z.boolean(),
		}),
	),
});

/** How long the state saved by one session is valid for the next, ms. */
const memoryMs = 24 * 3_600_000;

/** Returns the state to save for the next session, as JSON. */
export const serializeState = ({watched, sentAt, names, entered}: AlertState, now: number): string =>
	JSON.stringify({
		schema: 1,
		at: now,
		sentAt,
		watched: observationsToSave(watched),
		...(names && {names: [...names]}),
		...(entered.length > 0 && {entered}),
	});

/** Returns the state that an earlier session saved, or the initial state if it is too old or unreadable. */
export function restoreState(memory: string | undefined, now: number): AlertState {
	const {data: kept} = Memory.safeParse(tryParseJson(memory ?? ''));
	if (!kept || now - kept.at >= memoryMs) return initialAlerts;
	const watched = new Map(
		// JSON has no undefined.
		kept.watched.map(({state, node, ...one}) => [watchedKey(one), {...one, state, node}]),
	);
	return {
		...initialAlerts,
		watched,
		sentAt: kept.sentAt,
		entered: kept.entered ?? [],
		names: kept.names && new Map(kept.names),
		resumes: ['server', 'node', 'service'],
	};
}
