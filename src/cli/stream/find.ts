import type {GameServer} from '../../contract/models/server.ts';
import {markedLine, serversOfLine} from '../../core/input/target.ts';
import {markedServers} from '../../core/list/marks.ts';
import {findNamed, whyNone} from '../../core/find-named.ts';
import {namesOf} from '../../core/list/order.ts';
import type {StreamDesk} from './desk.ts';

/** How the marked servers are named wherever a server can be. */
export const markedWord = 'marked';

const noTarget = 'No server is chosen: :servers names them, :use NAME chooses one.';

/** The server that a word means, the chosen one for none; why there is none is said. */
export function serverOf({services, say, target}: StreamDesk, word: string): GameServer | undefined {
	const {servers} = services.store.getState().fleet;
	if (word === '') {
		const chosen = servers.get(target() ?? '');
		if (!chosen)
			say(target() === markedLine ? 'Lines go to the marked servers: name one of them.' : noTarget);
		return chosen;
	}
	const found = findNamed([...servers.values()].map(namesOf), word);
	const server = 'id' in found ? servers.get(found.id) : undefined;
	if (server) return server;
	const none = 'id' in found ? {near: []} : found;
	say(`PROBLEM ${whyNone('server', word, none)} :servers names them.`);
	return undefined;
}

/** The servers that words mean, those that lines go to for none; undefined where one means none, which is said. */
export function serversOf(desk: StreamDesk, rest: string): string[] | undefined {
	const {services, say, target} = desk;
	const state = services.store.getState();
	if (rest === '') {
		const key = target();
		const chosen =
			key === undefined ? [] : serversOfLine(state, key).filter(id => state.fleet.servers.get(id));
		if (chosen.length > 0) return chosen;
		say(key === markedLine ? noMarks : noTarget);
		return undefined;
	}
	const found = new Set<string>();
	for (const word of wordsOf(rest)) {
		if (word === markedWord) {
			const marks = markedServers(state);
			if (marks.size === 0) {
				say(noMarks);
				return undefined;
			}
			for (const id of state.fleet.order) if (marks.has(id)) found.add(id);
			continue;
		}
		const server = serverOf(desk, word);
		if (!server) return undefined;
		found.add(server.id);
	}
	return [...found];
}

/** What a key is about that looks at the chosen server: nothing where none was chosen, whatever the cursor of the deck stands on. */
export const ofTarget = ({target}: StreamDesk): {servers?: readonly string[]} =>
	target() === undefined ? {servers: []} : {};

export const noMarks = 'No server is marked: :mark NAME marks one, :mark all state:up all that are up.';

/** Words as a shell takes them apart: a name with blanks stands in quotes. */
export const wordsOf = (text: string): string[] =>
	[...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
