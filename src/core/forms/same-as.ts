import type {PlainRequest} from '../../contract/request.ts';
import {harmlessJson} from '../../lib/json.ts';
import {printableLine} from '../../lib/text.ts';
import {findNamed, shownName, type Named} from '../find-named.ts';
import {namesOf} from '../list/order.ts';
import type {Settings} from '../services.ts';
import type {State} from '../state/index.ts';
import type {Job} from '../state/jobs.ts';

type Reach = Pick<Settings, 'profile'>;

/**
The same action as a line for a shell: `rcondeck restart --delay 10 --message 'Save now' --yes ark-1`. It reaches the
same profile. undefined where the line has characters that a terminal does not show as they are.
*/
export function commandLine({profile}: Reach, words: readonly string[]): string | undefined {
	const line = ['rcondeck', ...[...profile.words, ...words].map(quoted)].join(' ');
	return printableLine(line) === line ? line : undefined;
}

/** Values of options: one that begins with a dash would be taken for an option itself. */
export const optionWords = (option: string, value: string): string[] =>
	value.startsWith('-') ? [`${option}=${value}`] : [option, value];

/** Arguments at the end of a line: one that begins with a dash would be taken for an option. */
export const operands = (words: readonly string[]): string[] =>
	words.some(word => word.startsWith('-')) ? ['--', ...words] : [...words];

/** What means one thing of a list and no other on a command line: its name, or its id where the name does not do. */
export function wordOf(thing: Named, all: Iterable<Named>): string {
	const name = shownName(thing);
	const found = findNamed([...all], name);
	const isEnough = 'id' in found && found.isListed && found.id === thing.id && !name.startsWith('-');
	return isEnough ? name : `id:${thing.id}`;
}

type Fleet = Pick<State, 'fleet'>;

/** The same for servers of the fleet. */
export function serverWords({fleet}: Fleet, ids: readonly string[]): string[] {
	const all = [...fleet.servers.values()].map(namesOf);
	return ids.map(id => {
		const server = fleet.servers.get(id);
		return wordOf(server ? namesOf(server) : {id, names: []}, all);
	});
}

/** For what has no command of its own. */
export const asRequest = (reach: Reach, {method, path, body}: PlainRequest): string | undefined =>
	commandLine(reach, ['api', method, path, ...(body === undefined ? [] : ['-d', jsonWord(body)]), '--yes']);

export const jsonWord = (value: unknown): string => harmlessJson(JSON.stringify(value));

/** What a job has not sent, as a command; undefined where nothing is left. */
export function restLine(reach: Reach, state: Fleet, {steps, restAs}: Job): string | undefined {
	const rest = steps.filter(({status}) => status === 'waiting' || status === 'skipped');
	if (rest.length === 0) return undefined;
	const {words, text} = restAs;
	const targets = serverWords(
		state,
		rest.map(({serverId}) => serverId),
	);
	return commandLine(reach, [...words, ...targets, ...(text === undefined ? [] : ['--', text])]);
}

/** In zsh a word that begins with `=` means a path. */
const quoted = (word: string): string =>
	/^(?!=)[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
