import type {GameServer} from '../../contract/models/server.ts';
import {CommandError} from '../exit-codes.ts';
import {findServer} from '../find-servers.ts';
import type {StreamDesk} from './desk.ts';

/** The server that a word means, the chosen one for none; why there is none is said. */
export function serverOf(desk: StreamDesk, word: string): GameServer | undefined {
	const {services, say, target} = desk;
	const {servers} = services.store.getState().fleet;
	if (word === '') {
		const chosen = servers[target() ?? ''];
		if (!chosen) say('No server is chosen: :servers names them, :use NAME chooses one.');
		return chosen;
	}
	try {
		return findServer(Object.values(servers), word);
	} catch (error) {
		if (!(error instanceof CommandError)) throw error;
		say(`PROBLEM ${error.message.replace('rcondeck servers shows', ':servers shows')}`);
		return undefined;
	}
}

/** The servers that words mean, the chosen one for none; undefined where one of them means none, which is said. */
export function serversOf(desk: StreamDesk, rest: string): GameServer[] | undefined {
	const found = (rest === '' ? [''] : wordsOf(rest)).map(word => serverOf(desk, word));
	const known = found.filter(server => server !== undefined);
	return known.length === found.length ? [...new Set(known)] : undefined;
}

/** Words as a shell takes them apart: a name with blanks stands in quotes. */
const wordsOf = (text: string): string[] =>
	[...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
