import {isSameState} from '../../contract/states.ts';
import type {AlertSubject} from '../kernel/state/services.ts';

/** `between`: in transition, or in a state that we do not know. */
export type Condition = 'up' | 'down' | 'between';

/** The state of a server, a node or the service at one moment. */
export type Observation = Omit<AlertSubject, 'since'> & {
	condition: Condition;
	/** Caused by this session, so that going down needs no alert. */
	isExpected?: boolean;
};

/** A watched server, node or service. */
export type Watched = Omit<AlertSubject, 'since'> & {
	/** The condition in the last alert, or the first observed one. */
	reported: 'up' | 'down';
	/** The last condition other than `between`, and its start, epoch ms. */
	direction: 'up' | 'down';
	at: number;
	isBetween: boolean;
};

/** By kind and id. */
export type WatchedAll = ReadonlyMap<string, Watched>;

export const watchedKey = ({kind, id}: Pick<Observation, 'kind' | 'id'>): string => `${kind} ${id}`;

type Kind = Observation['kind'];

/** Everything of one kind that was read at one moment. */
export type Snapshot = {kind: Kind; observations: readonly Observation[]};

/**
Applies the observations of one kind and forgets subjects that are no longer listed. One that is down when first observed
causes an alert only when it returns. With `resumes`, an earlier session saw it up, so it went down since.
*/
export function observe(
	before: WatchedAll,
	{kind, observations}: Snapshot,
	now: number,
	resumes: boolean,
): WatchedAll {
	const known = [...before.values()].filter(one => one.kind === kind).length;
	let isSame = known === observations.length;
	const after = new Map([...before].filter(([, one]) => one.kind !== kind));
	for (const one of observations) {
		const key = watchedKey(one);
		const old = before.get(key);
		const next = old ? updated(old, one, now) : firstObservation(one, now, resumes);
		isSame &&= next === old;
		after.set(key, next);
	}
	return isSame ? before : after;
}

function firstObservation(
	{condition, isExpected = false, ...subject}: Observation,
	now: number,
	resumes: boolean,
) {
	const direction = condition === 'down' ? 'down' : 'up';
	const reported = resumes && !isExpected ? 'up' : direction;
	return {...subject, reported, direction, at: now, isBetween: condition === 'between'} satisfies Watched;
}

function updated(
	old: Watched,
	{condition, isExpected = false, ...subject}: Observation,
	now: number,
): Watched {
	const isBetween = condition === 'between';
	const direction = isBetween ? old.direction : condition;
	const at = direction === old.direction ? old.at : now;
	// The user who caused a change gets no alert about it or about its end.
	const reported = isExpected && direction === 'down' && old.reported === 'up' ? 'down' : old.reported;
	const isSame =
		direction === old.direction &&
		reported === old.reported &&
		isBetween === old.isBetween &&
		subject.name === old.name &&
		isSameState(subject.state, old.state) &&
		subject.node === old.node;
	return isSame ? old : {...subject, reported, direction, at, isBetween};
}

/** Returns what to save between sessions: everything that is down or was last reported as down. */
export const observationsToSave = (watched: WatchedAll): Watched[] =>
	[...watched.values()].filter(({reported, direction}) => reported === 'down' || direction === 'down');
