import {nameOfNode} from '../actions/names.ts';
import {ApiError} from '../contract/errors.ts';
import type {Listed} from '../contract/models/listed.ts';
import {findNamed, whyNone, type Named} from '../actions/find-named.ts';
import {printableLine} from '../lib/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';
import {failureText} from './failure-text.ts';
import type {Io} from './io.ts';
import {say} from './output.ts';
import type {Call} from './session.ts';
import {findMessages} from '../messages/cli-options.ts';

/**
The list in which words are looked up; undefined where the service refuses it or its answer cannot be read, which is
said: words are then ids.
*/
export async function listFor<Item>(
	io: Io,
	things: string,
	words: readonly string[],
	read: () => Promise<readonly Item[]>,
): Promise<readonly Item[] | undefined> {
	return ifReadable(read, error => {
		const names = words.map(word => `"${printableLine(word)}"`).join(', ');
		const instead = words.length === 0 ? '' : findMessages.usingIds(names, words.length);
		say(io, findMessages.cannotBeListed(things, failureText(error), instead));
	});
}

/**
What helps to name things, and is not needed to act on them: undefined where the service answers, but not with that. It
can say itself what it knows by an id.
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

/** Ids and names of a list, also of the records that cannot be read. */
export const namesIn = <Item extends {id: string}>(
	{items, unreadable}: Listed<Item>,
	nameOf: (item: Item) => string | undefined,
): Named[] => [
	...items.map(item => ({id: item.id, names: [nameOf(item)]})),
	...unreadable.flatMap(({id, name, isRepeat}) => (id === undefined || isRepeat ? [] : {id, names: [name]})),
];

/**
The id of the one thing that a word means. Throws where several match, and names them, or where none does, and names
the closest. `hint`: a sentence on where their names are.
*/
export function findOne(
	thing: string,
	listed: readonly Named[] | undefined,
	word: string,
	hint: string,
): string {
	const found = findNamed(listed, word);
	if ('id' in found) return found.id;
	throw new CommandError(printableLine(`${whyNone(thing, word, found)} ${hint}`), exitCodes.notFound);
}

/** The id of the node that a word means. */
export async function findNode(io: Io, {api, signal, teamId}: Call, word: string): Promise<string> {
	const nodes = await listFor(io, 'nodes', [word], async () =>
		namesIn(await api.listNodes({teamId: await teamId()}, {signal}), nameOfNode),
	);
	return findOne('node', nodes, word, findMessages.whereNodesAre);
}
