import type {AlertSubject} from '../kernel/alert-port.ts';

/** `between`: on its way, or in a state that says nothing. */
export type Condition = 'up' | 'down' | 'between';

/** What was seen of a server, a node or the service. */
export type Observation = Omit<AlertSubject, 'since'> & {
	condition: Condition;
	/** Own work: that it went down is nothing to tell. */
	isExpected?: boolean;
};

/** One thing that is watched. */
export type Watched = Omit<AlertSubject, 'since'> & {
	/** What was told last, or seen at the beginning. */
	told: 'up' | 'down';
	/** The last condition that says something, and since when, epoch ms. */
	lean: 'up' | 'down';
	at: number;
	isBetween: boolean;
};

/** By kind and id. */
export type WatchedAll = ReadonlyMap<string, Watched>;

export const watchedKey = ({kind, id}: Pick<Observation, 'kind' | 'id'>): string => `${kind} ${id}`;

type Kind = Observation['kind'];

/** All that was read of one kind. */
export type Sight = {kind: Kind; seen: readonly Observation[]};

/**
Takes in all that was seen of a kind; what is not seen any more is forgotten. What is down at the first sight nobody saw
go down, so only its return is told; where it `resumes` what an earlier session remembers, it went down since.
*/
export function observe(before: WatchedAll, {kind, seen}: Sight, now: number, resumes: boolean): WatchedAll {
	const known = [...before.values()].filter(one => one.kind === kind).length;
	let isSame = known === seen.length;
	const after = new Map([...before].filter(([, one]) => one.kind !== kind));
	for (const one of seen) {
		const key = watchedKey(one);
		const old = before.get(key);
		const next = old ? changed(old, one, now) : atFirstSight(one, now, resumes);
		isSame &&= next === old;
		after.set(key, next);
	}
	return isSame ? before : after;
}

function atFirstSight(
	{condition, isExpected = false, ...subject}: Observation,
	now: number,
	resumes: boolean,
) {
	const lean = condition === 'down' ? 'down' : 'up';
	const told = resumes && !isExpected ? 'up' : lean;
	return {...subject, told, lean, at: now, isBetween: condition === 'between'} satisfies Watched;
}

function changed(
	old: Watched,
	{condition, isExpected = false, ...subject}: Observation,
	now: number,
): Watched {
	const isBetween = condition === 'between';
	const lean = isBetween ? old.lean : condition;
	const at = lean === old.lean ? old.at : now;
	// Own work is known to whoever did it, and so is its end.
	const told = isExpected && lean === 'down' && old.told === 'up' ? 'down' : old.told;
	const isSame =
		lean === old.lean &&
		told === old.told &&
		isBetween === old.isBetween &&
		subject.name === old.name &&
		subject.state === old.state &&
		subject.node === old.node;
	return isSame ? old : {...subject, told, lean, at, isBetween};
}

/** What is worth keeping between sessions: all that is not up, or was not told to be up again. */
export const memorable = (watched: WatchedAll): Watched[] =>
	[...watched.values()].filter(({told, lean}) => told === 'down' || lean === 'down');
