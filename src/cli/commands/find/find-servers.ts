import {type GameServer, placeholderServer} from '../../../contract/models/server.ts';
import {namesOf} from '../../../actions/names.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {findOne, listFor} from './find-one.ts';
import type {Io} from '../../output/io.ts';
import {checkReadable, sayIncomplete, sayUnreadable} from '../../output/unreadable.ts';
import type {Call} from '../../start/session.ts';
import {findMessages} from '../../../messages/cli.ts';

export function nameOf({displayName, id}: GameServer): string {
	return printableLine(displayName ?? id);
}

/**
Returns the servers of the team for name lookup; undefined if they cannot be listed. An unreadable record keeps
its id and name. Without words, servers are selected by their properties, so the list is required.
*/
export async function serversFor(
	io: Io,
	{signal, listServers}: Pick<Call, 'signal' | 'listServers'>,
	words: readonly string[],
): Promise<readonly GameServer[] | undefined> {
	const read = () => listServers({signal});
	if (words.length === 0) {
		const list = await read();
		sayUnreadable(io, list);
		checkReadable(list);
		return list.items;
	}
	return listFor(io, 'servers', words, async () => {
		const {items, unreadable} = await read();
		sayIncomplete(io, unreadable);
		const others = unreadable.flatMap(({id, name, isRepeat}) =>
			id === undefined || isRepeat ? [] : {...placeholderServer(id), displayName: name},
		);
		return [...items, ...others];
	});
}

/** Returns the server with this name or id; if it is not listed, only its id is known. */
export function findServer(servers: readonly GameServer[] | undefined, word: string): GameServer {
	const id = findOne('server', servers?.map(namesOf), word, findMessages.whereServersAre);
	return servers?.find(server => server.id === id) ?? placeholderServer(id);
}
