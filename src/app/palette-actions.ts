import {findNamed, lookupProblem} from '../actions/find-named.ts';
import {type TypedJobAction, typedJobActions} from '../contract/models/job.ts';
import {isPowerVerb} from '../contract/power.ts';
import {namesOf, serverName} from '../actions/names.ts';
import {memoize} from '../lib/lists/memoize.ts';
import {printableLine} from '../lib/text/text.ts';
import {paletteActionMessages} from '../messages/keys.ts';
import {answersFor, readBroadcastLine, readPowerLine, selectionWord, wordsOf} from './action-line.ts';
import {advanceDialog, openFormDialog} from './dialogs/open-dialog.ts';
import {blockedBecause, type Keyed} from './hints.ts';
import {renderWithKeys} from './kernel/keys/keymap.ts';
import type {Answers} from './kernel/dialogs/dialog-id.ts';
import type {PaletteItem} from './palette-item.ts';
import {selectedServers} from './servers/selection.ts';
import type {State} from './state.ts';
import {targetsOf} from './targets-of.ts';

/** The servers and answers of a typed action, or why its dialog cannot be opened. */
type TypedAction = {servers: readonly string[]; answers: Answers} | {problem: string};

/**
Returns the items for a typed action with arguments, such as `restart alpha in 10m saying Back soon`, parsed as in line
mode; undefined if the text is not an action. Choosing an item opens the dialog at its review; it sends nothing.
*/
export function actionItems(state: State, keyed: Keyed, typed: string): PaletteItem[] | undefined {
	const [, word = '', rest = ''] = /^(\S+)\s+(\S.*)$/s.exec(typed) ?? [];
	const verb = typedJobActions.find(name => name === word.toLowerCase());
	if (!verb) return undefined;
	const action = readActions[verb](state, keyed, rest.trim());
	const item = (text: string, found: TypedAction): PaletteItem => ({
		id: `${verb} ${text}`,
		name: `${verb} ${text}`,
		help: 'problem' in found ? found.problem : helpOf(state, verb, found.servers),
		keys: '',
		blocked: 'problem' in found ? found.problem : blockedText(state, keyed, verb, found.servers),
		completes: `${verb} ${text}`,
		run: services => {
			if ('problem' in found) return;
			openFormDialog(services, {form: verb, serverIds: found.servers, typed: found.answers});
			void advanceDialog(services);
		},
	});
	return [
		item(rest.trim(), action),
		...completions(state, verb, rest).map(text => item(text, readActions[verb](state, keyed, text))),
	];
}

type ReadAction = (state: State, keyed: Keyed, rest: string) => TypedAction;

const readBroadcast: ReadAction = (state, keyed, rest) => {
	const {isToAll, text} = readBroadcastLine(rest);
	const servers = isToAll ? state.fleet.order : targetsOf(state, keyed.screens).servers;
	return servers.length === 0 ? {problem: paletteActionMessages.noServer} : {servers, answers: {text}};
};

const readPower: ReadAction = (state, keyed, rest) => {
	const {who, fields} = readPowerLine(rest);
	const found = serversNamed(state, keyed, who);
	return 'problem' in found
		? found
		: {servers: found.servers, answers: answersFor(found.servers.length, fields)};
};

/** How the rest of a line is read. */
const readActions: Readonly<Record<TypedJobAction, ReadAction>> = {
	start: readPower,
	stop: readPower,
	restart: readPower,
	broadcast: readBroadcast,
};

type Servers = State['fleet']['servers'];

const namesIn = memoize((servers: Servers) => [...servers.values()].map(namesOf));

/** Completions are complete names: finding each by searching the list would take too long for a key press. */
const idsByName = memoize((servers: Servers): ReadonlyMap<string, readonly string[]> => {
	const ids = new Map<string, string[]>();
	for (const {id, names} of namesIn(servers))
		for (const name of new Set(
			names.flatMap(name => (name === undefined ? [] : [name, printableLine(name)])),
		))
			ids.set(name, [...(ids.get(name) ?? []), id]);
	return ids;
});

/**
Finds the named servers as in line mode, but only in the list. Without names, returns the servers that a key acts on.
*/
function serversNamed(
	state: State,
	{screens}: Keyed,
	who: string,
): {servers: readonly string[]} | {problem: string} {
	const ids = new Set<string>();
	const {servers: all} = state.fleet;
	for (const word of wordsOf(who)) {
		if (word === selectionWord) {
			const selected = selectedServers(state);
			for (const id of state.fleet.order) if (selected.has(id)) ids.add(id);
			continue;
		}
		const [id, ...others] = idsByName(all).get(word) ?? [];
		const isUnique = id !== undefined && others.length === 0 && !all.has(word);
		const found = isUnique ? {id, isListed: true} : findNamed(namesIn(all), word);
		if (!('id' in found)) return {problem: lookupProblem('server', word, found)};
		if (!found.isListed) return {problem: lookupProblem('server', word, {near: []})};
		ids.add(found.id);
	}
	const servers = who === '' ? targetsOf(state, screens).servers : [...ids];
	return servers.length === 0 ? {problem: paletteActionMessages.noServer} : {servers};
}

function blockedText(
	state: State,
	{keymap, settings}: Keyed,
	verb: TypedJobAction,
	servers: readonly string[],
): string | undefined {
	const command = keymap.commands.find(({id}) => id === `servers.${verb}`);
	const blocked =
		command &&
		blockedBecause(
			command,
			state,
			{servers, server: servers[0], row: undefined, work: undefined, run: undefined},
			settings,
		);
	return blocked === undefined ? undefined : renderWithKeys(blocked, keymap);
}

const helpOf = (state: State, verb: TypedJobAction, servers: readonly string[]): string =>
	paletteActionMessages.opensReview(
		verb,
		servers.slice(0, 3).map(id => serverName(state.fleet, id)),
		servers.length,
	);

const maxCompletions = 8;

/** Completes the last server name while the user has typed only names. */
function completions(state: State, verb: TypedJobAction, rest: string): string[] {
	if (!isPowerVerb(verb)) return [];
	const [, before = '', last = ''] = /^(.*?)(\S*)$/s.exec(rest) ?? [];
	if (last === '' || Object.keys(readPowerLine(rest).fields).length > 0) return [];
	const names = [...state.fleet.order.map(id => serverName(state.fleet, id)), selectionWord];
	return names
		.filter(name => name !== last && name.toLowerCase().includes(last.toLowerCase()))
		.slice(0, maxCompletions)
		.map(name => before + (name.includes(' ') ? `"${name}"` : name));
}
