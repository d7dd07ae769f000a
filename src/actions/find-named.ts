import {suggest} from '../lib/text/suggest.ts';
import {printableLine} from '../lib/text/text.ts';
import {lookupMessages} from '../messages/server-list.ts';

/** The id and the names of a record; the first name is the one shown. */
export type Named = {id: string; names: readonly (string | undefined)[]};

/**
The match of a word in a list. An unlisted id may still exist on the service. `near`: no match; the closest names.
*/
export type NameMatch =
	{id: string; isListed: boolean} | {several: readonly Named[]} | {near: readonly string[]};

/** Forces the rest of the word to be an id, regardless of the list. */
const idPrefix = 'id:';

/**
Finds the record for a word. Names match in their original and their printed form. An id wins over a name, an
exact name over one that differs in case, and that over a unique part of a name. An unmatched word is taken as an
id if it looks like the listed ids, or if the list is empty or unreadable (`listed` undefined). The service then
decides whether it exists.
*/
export function findNamed(listed: readonly Named[] | undefined, word: string): NameMatch {
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
		// A duplicate record is still one match.
		if (first && found.every(other => other.id === first.id)) return {id: first.id, isListed: true};
		if (first) return {several: found};
	}
	if (isExplicit || all.length === 0 || looksLikeId(word, all)) return {id, isListed: false};
	return {near: suggest(word, all.map(shownName))};
}

export const shownName = ({id, names}: Named): string => names.find(name => name !== undefined) ?? id;

/** Explains why a word has no unique match, in sentences with all matches or the closest names. */
export function lookupProblem(kind: string, word: string, found: Exclude<NameMatch, {id: string}>): string {
	if ('near' in found) return lookupMessages.notFound(kind, word, found.near);
	const {several} = found;
	return lookupMessages.ambiguous(kind, word, several.length, several.slice(0, 5).map(labelOf));
}

/** For example `ark-1 [0d8c1b7e]`. */
const labelOf = (named: Named): string =>
	named.names.some(name => name !== undefined) ? `${shownName(named)} [${named.id}]` : `[${named.id}]`;

/** Common kinds of ids; within a kind, ids must have the same length. */
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

/** Returns whether the word is like `srv-7` while all ids, and no names, start with `srv-`. */
function hasPrefixOfIds(word: string, listed: readonly Named[]): boolean {
	const [prefix] = /^[a-z]+[-_:]/i.exec(word) ?? [];
	if (prefix === undefined) return false;
	return listed.every(
		({id, names}) => id.startsWith(prefix) && !names.some(name => name?.startsWith(prefix) === true),
	);
}
