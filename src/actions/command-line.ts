import type {ActionWords} from '../messages/action-words.ts';
import type {ByName} from '../lib/json/maps.ts';
import {printableLine} from '../lib/text/text.ts';
import type {PlainRequest} from '../contract/request.ts';
import {harmlessJson} from '../lib/json/json.ts';
import type {ActionContext, ActionSettings, Known} from './context.ts';
import type {Field} from './field.ts';
import {findNamed, shownName, type Named} from './find-named.ts';
import {namesOf} from './names.ts';

type Profile = Pick<ActionSettings, 'profile'>;

/**
Returns a line for a shell: `rcondeck restart --delay 10m --message 'Save now' --yes ark-1`. It uses the same
profile. undefined if the line has characters that a terminal cannot show as they are.
*/
export function commandLine({profile}: Profile, words: readonly string[]): string | undefined {
	const line = ['rcondeck', ...[...profile.words, ...words].map(quoteWord)].join(' ');
	return printableLine(line) === line ? line : undefined;
}

export type ActionCommand = NonNullable<ActionWords['command']> & {
	/** Needs neither confirmation nor `--yes`. */
	needsNoConsent?: true;
	/** Cannot harm players or data: needs no confirmation, unless the profile is protected or it is for several servers. */
	isHarmless?: true;
	/** The name of the list in which `--json` prints the record from the service. */
	answers?: 'servers' | 'automations' | 'runs';
};

type DeclaredAction = {
	command?: ActionCommand;
	fields: ByName<Field<unknown>>;
};
type GivenValues = Readonly<Record<string, unknown>>;

/** Returns the words of a command for an action: `before` and `after` the names of its targets. */
export function commandWords(
	{command, fields}: DeclaredAction,
	values: GivenValues,
	context: ActionContext,
): {before: readonly string[]; after: readonly string[]; rest: readonly string[]} {
	const written = Object.entries(fields).flatMap(([name, field]) => {
		const text = writtenValue(field, values[name], context);
		return text === undefined || !field.position ? [] : [{position: field.position, text}];
	});
	const options = written.flatMap(({position, text}) =>
		'option' in position ? wordsOfOption(position.option, text) : [],
	);
	// An option with several values would consume the names that follow.
	const takesMany = written.some(({position}) => 'option' in position && position.option.endsWith('...>'));
	return {
		before: [
			...(command?.words ?? []),
			...options,
			...(command?.needsNoConsent ? [] : ['--yes']),
			...(takesMany ? ['--'] : []),
		],
		after: written.flatMap(({position, text}) => ('argument' in position ? [text].flat() : [])),
		rest: written.flatMap(({position, text}) => ('rest' in position ? ['--', ...[text].flat()] : [])),
	};
}

/** Returns the command line of an action with these values and targets. */
export function commandLineOf(
	declared: DeclaredAction,
	values: GivenValues,
	targets: readonly string[],
	context: ActionContext,
	on: readonly string[] = [],
): string | undefined {
	const {before: words, after, rest} = commandWords(declared, values, context);
	const before = [...words, ...on.flatMap(name => wordsOfOption('--server', name))];
	const named = [...targets, ...after];
	const needsDashes = !before.includes('--') && rest.length === 0 && named.some(word => word.startsWith('-'));
	return commandLine(context.settings, [...before, ...(needsDashes ? ['--'] : []), ...named, ...rest]);
}

function writtenValue(
	field: Field<unknown>,
	value: unknown,
	context: ActionContext,
): string | readonly string[] | undefined {
	if (field.write) return field.write(value, context);
	if (value === undefined || value === false) return undefined;
	return value === true ? [] : String(value);
}

/** Returns `--force` for a choice, `--delay 10m` for a value, and `=` before a value that starts with a dash. */
export function wordsOfOption(option: string, text: string | readonly string[]): string[] {
	const [name = ''] = option.split(' ');
	if (typeof text !== 'string') return [name, ...text];
	return text.startsWith('-') ? [`${name}=${text}`] : [name, text];
}

/** Returns a word that identifies one record of a list: its name, or its id if the name is ambiguous. */
export function wordOf(named: Named, all: Iterable<Named>): string {
	const name = shownName(named);
	const found = findNamed([...all], name);
	const isEnough = 'id' in found && found.isListed && found.id === named.id && !name.startsWith('-');
	return isEnough ? name : `id:${named.id}`;
}

/** Returns words that identify these servers. */
export function serverWords(servers: Known['servers'], ids: readonly string[]): string[] {
	const all = [...servers.values()].map(namesOf);
	return ids.map(id => {
		const server = servers.get(id);
		return wordOf(server ? namesOf(server) : {id, names: []}, all);
	});
}

/** Returns the command line of a request without its own command. */
export const asRequest = (profile: Profile, {method, path, body}: PlainRequest): string | undefined =>
	commandLine(profile, ['api', method, path, ...(body === undefined ? [] : ['-d', jsonWord(body)]), '--yes']);

export const jsonWord = (value: unknown): string => harmlessJson(JSON.stringify(value));

/** Quotes a word for a shell where necessary. In zsh a word that starts with `=` is a path. */
export const quoteWord = (word: string): string =>
	/^(?!=)[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
