import {nameOfNode} from '../../../actions/names.ts';
import {ApiError} from '../../../contract/errors.ts';
import type {Listed} from '../../../contract/models/list.ts';
import {findNamed, lookupProblem, type Named} from '../../../actions/find-named.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {CommandError, exitCodes, failureText} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {sayIncomplete} from '../../output/unreadable.ts';
import {say} from '../../output/output.ts';
import type {Call} from '../../start/session.ts';
import {findMessages} from '../../../messages/cli.ts';

/**
Reads a list to resolve names. Returns undefined, and reports it, if the service refuses the list or the answer is
unreadable; words are then ids.
*/
export async function listFor<Item>(
	io: Io,
	plural: string,
	words: readonly string[],
	read: () => Promise<readonly Item[]>,
): Promise<readonly Item[] | undefined> {
	return ifReadable(read, error => {
		const names = words.map(word => `"${printableLine(word)}"`).join(', ');
		const instead = words.length === 0 ? '' : findMessages.usingIds(names, words.length);
		say(io, findMessages.cannotBeListed(plural, failureText(error), instead));
	});
}

/**
Reads data that helps to name records but is not required to act on them. Returns undefined if the service refuses
it or the answer is unreadable; the service itself resolves ids. Rejects for any other failure.
*/
export async function ifReadable<Value>(
	read: () => Promise<Value>,
	onFailure: (error: ApiError) => void = () => {},
): Promise<Value | undefined> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const {reason, status} = error;
		const isAnswer = reason === 'unreadable' || (reason === 'refused' && status !== 401 && status !== 429);
		if (!isAnswer) throw error;
		onFailure(error);
		return undefined;
	}
}

/** Returns the ids and names of a list, including those of unreadable records. */
export function namesIn<Item extends {id: string}>(
	io: Io,
	{items, unreadable}: Listed<Item>,
	nameOf: (item: Item) => string | undefined,
): Named[] {
	sayIncomplete(io, unreadable);
	return [
		...items.map(item => ({id: item.id, names: [nameOf(item)]})),
		...unreadable.flatMap(({id, name, isRepeat}) =>
			id === undefined || isRepeat ? [] : {id, names: [name]},
		),
	];
}

/**
Returns the id of the one record that a word matches. Throws if several match, with their names, or if none does,
with the closest names. `hint`: a sentence about where to find the names.
*/
export function findOne(
	kind: string,
	listed: readonly Named[] | undefined,
	word: string,
	hint: string,
): string {
	const found = findNamed(listed, word);
	if ('id' in found) return found.id;
	throw new CommandError(printableLine(`${lookupProblem(kind, word, found)} ${hint}`), exitCodes.notFound);
}

/** Returns the id of the node with this name or id. */
export async function findNode(io: Io, {api, signal, teamId}: Call, word: string): Promise<string> {
	const nodes = await listFor(io, 'nodes', [word], async () =>
		namesIn(io, await api.listNodes({teamId: await teamId()}, {signal}), nameOfNode),
	);
	return findOne('node', nodes, word, findMessages.whereNodesAre);
}
