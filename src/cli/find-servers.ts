import type {GameServer} from '../contract/models/server.ts';
import {nearest} from '../lib/nearest.ts';
import {printableLine} from '../lib/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';

/**
The server that a word means: its id, its exact display name, or a unique part of one, where capitals do not count.
Throws where several fit, and names them, or where none does, and names the nearest.
*/
export function findServer(servers: readonly GameServer[], word: string): GameServer {
	const wanted = word.toLowerCase();
	const found =
		only(servers, ({id}) => id === word) ??
		only(servers, ({displayName}) => displayName === word) ??
		only(servers, ({displayName}) => displayName?.toLowerCase() === wanted) ??
		servers.filter(({displayName}) => wanted !== '' && displayName?.toLowerCase().includes(wanted));
	const [first, ...others] = found;
	if (first && others.length === 0) return first;
	const shown = printableLine(word);
	const near = nearest(word, servers.map(nameOf));
	const nearText = near.length > 0 ? ` The nearest is ${near.join(' or ')}.` : '';
	throw new CommandError(
		first
			? `"${shown}" fits ${found.length} servers (${namesOf(found)}): write more of the name, or its id.`
			: `No server is called "${shown}": rcondeck servers shows their names and ids.${nearText}`,
		exitCodes.notFound,
	);
}

export function nameOf({displayName, id}: GameServer): string {
	return printableLine(displayName ?? id);
}

/** undefined where none fits, so that the next rule is tried. */
function only(
	servers: readonly GameServer[],
	fits: (server: GameServer) => boolean,
): GameServer[] | undefined {
	const found = servers.filter(fits);
	return found.length > 0 ? found : undefined;
}

function namesOf(servers: readonly GameServer[]): string {
	const names = servers.slice(0, 5).map(server => `${nameOf(server)} [${printableLine(server.id)}]`);
	return servers.length > 5 ? `${names.join(', ')}, …` : names.join(', ');
}
