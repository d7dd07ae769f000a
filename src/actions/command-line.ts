import {printableLine} from '../lib/text.ts';
import type {PlainRequest} from '../contract/request.ts';
import {harmlessJson} from '../lib/json.ts';
import type {ActionContext, ActionSettings, Known} from './context.ts';
import type {Field} from './field.ts';
import {findNamed, shownName, type Named} from './find-named.ts';
import {namesOf} from './names.ts';

type Profile = Pick<ActionSettings, 'profile'>;

/**
A line for a shell: `rcondeck restart --delay 10m --message 'Save now' --yes ark-1`. It reaches the same profile.
undefined where the line has characters that a terminal does not show as they are.
*/
export function commandLine({profile}: Profile, words: readonly string[]): string | undefined {
	const line = ['rcondeck', ...[...profile.words, ...words].map(quoteWord)].join(' ');
	return printableLine(line) === line ? line : undefined;
}

export type ActionCommand = {
	/** `team invite`, as words. */
	words: readonly string[];
	description: string;
	/** It is never asked about, and `--yes` is not needed. */
	needsNoConsent?: true;
	/** On a terminal it asks nothing, unless the profile is protected. */
	isHarmless?: true;
	/** The name under which `--json` lists the record that the service answers with. */
	answers?: 'servers' | 'automations' | 'runs';
};

type Declared = {
	command?: ActionCommand;
	fields: Readonly<Record<string, Field<unknown>>>;
};
type GivenValues = Readonly<Record<string, unknown>>;

/** An action with these values as words of a command: `before` the names of what it is applied to, and `after` them. */
export function commandWords(
	{command, fields}: Declared,
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
	// An option that takes several values would take the names that follow.
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

/** The command line of an action with these values, and the names of what it is applied to. */
export function commandLineOf(
	declared: Declared,
	values: GivenValues,
	targets: readonly string[],
	context: ActionContext,
): string | undefined {
	const {before, after, rest} = commandWords(declared, values, context);
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

/** `--force` of a choice; `--delay 10m`; a value that begins with a dash would be taken for an option itself. */
export function wordsOfOption(option: string, text: string | readonly string[]): string[] {
	const [name = ''] = option.split(' ');
	if (typeof text !== 'string') return [name, ...text];
	return text.startsWith('-') ? [`${name}=${text}`] : [name, text];
}

/** What means one thing of a list and no other on a command line: its name, or its id where the name does not do. */
export function wordOf(thing: Named, all: Iterable<Named>): string {
	const name = shownName(thing);
	const found = findNamed([...all], name);
	const isEnough = 'id' in found && found.isListed && found.id === thing.id && !name.startsWith('-');
	return isEnough ? name : `id:${thing.id}`;
}

/** The same for servers. */
export function serverWords(servers: Known['servers'], ids: readonly string[]): string[] {
	const all = [...servers.values()].map(namesOf);
	return ids.map(id => {
		const server = servers.get(id);
		return wordOf(server ? namesOf(server) : {id, names: []}, all);
	});
}

/** For what has no command of its own. */
export const asRequest = (profile: Profile, {method, path, body}: PlainRequest): string | undefined =>
	commandLine(profile, ['api', method, path, ...(body === undefined ? [] : ['-d', jsonWord(body)]), '--yes']);

export const jsonWord = (value: unknown): string => harmlessJson(JSON.stringify(value));

/** In zsh a word that begins with `=` means a path. */
const quoteWord = (word: string): string =>
	/^(?!=)[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
