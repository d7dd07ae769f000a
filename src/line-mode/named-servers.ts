import {type GameServer, placeholderServer} from '../contract/models/server.ts';
import {selectionLine, serversOfLine} from '../app/console/send/target.ts';
import {selectedServers} from '../app/servers/selection.ts';
import {findNamed, lookupProblem} from '../actions/find-named.ts';
import {namesOf} from '../actions/names.ts';
import {noTargets, type Targets} from '../app/kernel/state/targets.ts';
import {selectionWord, wordsOf} from '../app/action-line.ts';
import type {LineSession} from './session.ts';
import {lineFleetMessages} from '../messages/line-mode.ts';

const noTarget = lineFleetMessages.nameOrChoose;

/**
Returns the server for a word, or the chosen one without a word; otherwise prints the reason. For an unlisted
server only the id is known.
*/
export function serverOf(session: LineSession, word: string): GameServer | undefined {
	const {services, print, target, unlisted} = session;
	const {fleet} = services.store.getState();
	if (word === '') {
		const chosen = serverNow(session, target() ?? '');
		if (!chosen) print(target() === selectionLine ? lineFleetMessages.nameOneSelected : noTarget);
		return chosen;
	}
	if (fleet.at === undefined && !fleet.problem) {
		print(lineFleetMessages.notListedYet);
		return undefined;
	}
	const listed = fleet.at === undefined ? undefined : [...fleet.servers.values()].map(namesOf);
	const found = findNamed(listed, word);
	if (!('id' in found)) {
		print(lineFleetMessages.noneFound(lookupProblem('server', word, found)));
		return undefined;
	}
	if (!found.isListed && !unlisted.has(found.id)) {
		unlisted.add(found.id);
		print(lineFleetMessages.takenAsId(found.id));
	}
	return serverNow(session, found.id);
}

/** Returns a server that is listed or was named by its id. */
export const serverNow = ({services, unlisted}: LineSession, id: string): GameServer | undefined =>
	services.store.getState().fleet.servers.get(id) ?? (unlisted.has(id) ? placeholderServer(id) : undefined);

/**
Returns the servers for words, or the current target without words; undefined, with the reason printed, if one
matches no server.
*/
export function serversOf(session: LineSession, rest: string): string[] | undefined {
	const {services, print, target} = session;
	const state = services.store.getState();
	if (rest === '') {
		const key = target();
		const chosen = key === undefined ? [] : serversOfLine(state, key).filter(id => serverNow(session, id));
		if (chosen.length > 0) return chosen;
		print(key === selectionLine ? nothingSelected : noTarget);
		return undefined;
	}
	const found = new Set<string>();
	for (const word of wordsOf(rest)) {
		if (word === selectionWord) {
			const selected = selectedServers(state);
			if (selected.size === 0) {
				print(nothingSelected);
				return undefined;
			}
			for (const id of state.fleet.order) if (selected.has(id)) found.add(id);
			continue;
		}
		const server = serverOf(session, word);
		if (!server) return undefined;
		found.add(server.id);
	}
	return [...found];
}

/** Returns the targets of a command for the current target; none if nothing is chosen. */
export function targetsOfSession({services, target}: LineSession): Targets {
	const key = target();
	if (key === undefined) return noTargets;
	const state = services.store.getState();
	return {
		...noTargets,
		servers: serversOfLine(state, key),
		server: key === selectionLine ? undefined : key,
		run: key === selectionLine ? state.results.runs.at(-1)?.id : undefined,
	};
}

export const nothingSelected = lineFleetMessages.nothingSelected;
