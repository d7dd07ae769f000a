import type {GameServer} from '../contract/models/server.ts';
import {namesOf} from '../actions/names.ts';
import {goneServer} from '../actions/gone-server.ts';
import {printableLine} from '../lib/text.ts';
import {findOne, listFor} from './find-one.ts';
import type {Io} from './io.ts';
import {sayUnreadable} from './listing.ts';
import type {Call} from './session.ts';
import {findMessages} from '../messages/cli-options.ts';

export function nameOf({displayName, id}: GameServer): string {
	return printableLine(displayName ?? id);
}

/**
The servers of the team, in which words are looked up; undefined where they cannot be listed. A record that cannot be
read still has its id and name. Without words servers are selected by what they are like, and the list must be there.
*/
export async function serversFor(
	io: Io,
	{api, signal, teamId}: Call,
	words: readonly string[],
	asSent = false,
): Promise<readonly GameServer[] | undefined> {
	const read = async () => api.listServers({teamId: await teamId()}, {signal, asSent});
	if (words.length === 0) {
		const {items, unreadable} = await read();
		sayUnreadable(io, unreadable);
		return items;
	}
	return listFor(io, 'servers', words, async () => {
		const {items, unreadable} = await read();
		const others = unreadable.flatMap(({id, name, isRepeat}) =>
			id === undefined || isRepeat ? [] : {...goneServer(id), displayName: name},
		);
		return [...items, ...others];
	});
}

/** The server that a word means; of one that is not listed only the id is known. */
export function findServer(servers: readonly GameServer[] | undefined, word: string): GameServer {
	const id = findOne('server', servers?.map(namesOf), word, findMessages.whereServersAre);
	return servers?.find(server => server.id === id) ?? goneServer(id);
}
