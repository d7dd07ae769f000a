import {readJson} from '../../lib/json.ts';
import {observationsToSave, watchedKey, type Watched} from './conditions.ts';
import {initialAlerts, type AlertState} from './engine.ts';

/** How long the state saved by one session is valid for the next, ms. */
const memoryMs = 24 * 3_600_000;

/** Returns the state to save for the next session, as JSON. */
export const serializeState = ({watched, sentAt}: AlertState, now: number): string =>
	JSON.stringify({schema: 1, at: now, sentAt, watched: observationsToSave(watched)});

/** Returns the state that an earlier session saved, or the initial state if it is too old or unreadable. */
export function restoreState(memory: string | undefined, now: number): AlertState {
	const kept = memory === undefined ? undefined : parsed(memory);
	if (!kept || !(now - kept.at < memoryMs)) return initialAlerts;
	const watched = new Map(kept.watched.map(one => [watchedKey(one), one]));
	return {...initialAlerts, watched, sentAt: kept.sentAt, resumes: ['server', 'node', 'service']};
}

function parsed(memory: string): {at: number; sentAt: number[]; watched: Watched[]} | undefined {
	const read = readJson(memory);
	const {at, sentAt, watched} = fieldsOf('value' in read ? read.value : undefined);
	if (typeof at !== 'number' || !Array.isArray(sentAt) || !Array.isArray(watched)) return undefined;
	return {
		at,
		sentAt: sentAt.filter(moment => typeof moment === 'number'),
		watched: watched.flatMap(one => watchedOf(fieldsOf(one)) ?? []),
	};
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
	typeof value === 'object' && value !== null ? {...value} : {};

function watchedOf({
	kind,
	id,
	name,
	state,
	node,
	reported,
	direction,
	at,
	isBetween,
}: Record<string, unknown>): Watched | undefined {
	const isKind = kind === 'server' || kind === 'node' || kind === 'service';
	if (!isKind || typeof id !== 'string' || typeof name !== 'string' || typeof at !== 'number')
		return undefined;
	if (!isDirection(reported) || !isDirection(direction)) return undefined;
	return {
		kind,
		id,
		name,
		state: textOf(state),
		node: textOf(node),
		reported,
		direction,
		at,
		isBetween: isBetween === true,
	};
}

const isDirection = (value: unknown): value is 'up' | 'down' => value === 'up' || value === 'down';
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);
