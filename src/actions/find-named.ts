import {suggest} from '../lib/suggest.ts';
import {printableLine} from '../lib/text.ts';
import {lookupMessages} from '../messages/lookup.ts';

/** What a thing answers to: its id, and its names with the one first that people are shown. */
export type Named = {id: string; names: readonly (string | undefined)[]};

/**
What a word means among the things of a list. An id that is not listed may be one that the service knows all the same.
`near`: nothing; the names that come closest to it.
*/
export type Found = {id: string; isListed: boolean} | {several: readonly Named[]} | {near: readonly string[]};

/** Takes what follows as an id, whatever the list has. */
const idPrefix = 'id:';

/**
A name is also what lists show of it. An id wins over a name, an exact name over one in other letters, and that over a unique part of a name. A word that
means nothing listed is taken as an id where it looks like the listed ids, and where there is no list to tell: it is
empty, or could not be read (`listed` undefined). The service then says whether there is such a thing.
*/
export function findNamed(listed: readonly Named[] | undefined, word: string): Found {
	if (word.trim() === '' || word === idPrefix) return {near: []};
	const all = listed ?? [];
	const isExplicit = word.startsWith(idPrefix);
	const id = isExplicit ? word.slice(idPrefix.length) : word;
	const wanted = word.toLowerCase();
	const anyName = (is: (name: string) => boolean) => (thing: Named) =>
		thing.names.some(name => name !== undefined && (is(name) || is(printableLine(name))));
	const rules: ((thing: Named) => boolean)[] = [
		thing => thing.id === id,
		anyName(name => name === word),
		anyName(name => name.toLowerCase() === wanted),
		anyName(name => name.toLowerCase().includes(wanted)),
	];
	for (const matches of isExplicit ? rules.slice(0, 1) : rules) {
		const found = all.filter(matches);
		const [first] = found;
		// The same record twice is still one thing.
		if (first && found.every(other => other.id === first.id)) return {id: first.id, isListed: true};
		if (first) return {several: found};
	}
	if (isExplicit || all.length === 0 || looksLikeId(word, all)) return {id, isListed: false};
	return {near: suggest(word, all.map(shownName))};
}

export const shownName = ({id, names}: Named): string => names.find(name => name !== undefined) ?? id;

/** Why a word means no one thing, in sentences: it names all that it may mean, or what comes closest. */
export function whyNone(thing: string, word: string, found: Exclude<Found, {id: string}>): string {
	if ('near' in found) return lookupMessages.notFound(thing, word, found.near);
	const {several} = found;
	return lookupMessages.ambiguous(thing, word, several.length, several.slice(0, 5).map(labelOf));
}

/** `ark-1 [0d8c1b7e]`. */
const labelOf = (named: Named): string =>
	named.names.some(name => name !== undefined) ? `${shownName(named)} [${named.id}]` : `[${named.id}]`;

/** Ids of many kinds; of each kind all have one length. */
const kinds: readonly RegExp[] = [
	/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
	/^[0-9a-f]{16,64}$/i,
	/^(?=.*\d)[0-9a-z]{20,32}$/i,
];

function looksLikeId(word: string, listed: readonly Named[]): boolean {
	const isAlike = (id: string) =>
		(/^\d+$/.test(word) && /^\d+$/.test(id)) ||
		kinds.some(kind => kind.test(word) && kind.test(id) && word.length === id.length);
	return listed.some(({id}) => isAlike(id)) || hasPrefixOfIds(word, listed);
}

/** `srv-7` where all ids begin with `srv-`, and no name does. */
function hasPrefixOfIds(word: string, listed: readonly Named[]): boolean {
	const [prefix] = /^[a-z]+[-_:]/i.exec(word) ?? [];
	if (prefix === undefined) return false;
	return listed.every(
		({id, names}) => id.startsWith(prefix) && !names.some(name => name?.startsWith(prefix) === true),
	);
}
