import {namesOfPhases} from '../../app/servers/shown-fleet.ts';
import type {Argument, Command, Option} from 'commander';
import {type ByName, tableOf} from '../../lib/json/maps.ts';
import {type ExitCode, exitCodes} from '../output/exit-codes.ts';
import type {Io} from '../output/io.ts';
import {gamesByType} from '../../games/games.ts';
import {knownStates} from '../../contract/states.ts';
import {runStatuses} from '../../app/automations/run.ts';
import {namesIn} from '../../config/check.ts';
import {keysOfSetting, type Setting, settingNames} from '../../config/edit.ts';
import {readConfigFile} from '../../config/files.ts';
import type {ConfigFile} from '../../config/schema.ts';
import {directory, type Env} from '../../config/paths.ts';
import {themeNames} from '../../config/themes.ts';
import {permissions} from '../../contract/permissions.ts';
import {printableLine} from '../../lib/text/text.ts';
import {keyIds} from '../../messages/key-words.ts';
import {completionMessages} from '../../messages/config.ts';
import {defaultCommandOf} from '../start/help.ts';
import {commandNamed} from '../start/misspelled.ts';
import {jsonFieldsOf} from '../output/json-fields.ts';
import {type Listed, type Lists, readLists} from './completion-cache.ts';

/**
Runs `__complete SHELL WORDS…` for the completion scripts: prints one offer per line, in the shell's format. A
first line of `files` requests path completion. On any error it prints nothing.
*/
export function writeOffers(io: Pick<Io, 'argv' | 'env' | 'stdout'>, program: Command): ExitCode {
	const [, shell = '', ...words] = io.argv;
	const typed = shell === 'bash' ? bashWords(words) : {words: withoutOpenQuote(words), quote: ''};
	const offers = offersFor(program, typed.words, io.env);
	if (offers === 'files') io.stdout.write('files\n');
	else {
		const word = typed.words.at(-1) ?? '';
		const fitting = offers.filter(({value}) => value.toLowerCase().startsWith(word.toLowerCase()));
		const lines = fitting.map(offer => lineFor(shell, offer, typed.quote));
		io.stdout.write(['values', ...new Set(lines), ''].join('\n'));
	}
	return exitCodes.done;
}

function lineFor(shell: string, {value, about}: Offer, quote: string): string {
	if (shell === 'fish') return about === '' ? value : `${value}\t${about}`;
	if (shell === 'zsh') {
		const escaped = value.replaceAll('\\', '\\\\').replaceAll(':', '\\:');
		return about === '' ? escaped : `${escaped}:${about}`;
	}
	const escaped = bashQuoted.get(quote)?.(value);
	if (escaped === undefined) return value.replaceAll(/[^\w@%+=:,./-]/gu, '\\$&');
	// Readline closes the open quote unless the word already ends with that character.
	return escaped.endsWith(quote) ? escaped + quote : escaped;
}

/** Escapes characters that are special even inside quotes. */
const bashQuoted = tableOf<(value: string) => string>({
	'"': value => value.replaceAll(/["$\\`]/g, '\\$&').replaceAll('!', `"'!'"`),
	"'": value => value.replaceAll("'", String.raw`'\''`),
});

/** Parses the words of bash as typed, with quotes; `=` is a word of its own. */
function bashWords(rawWords: readonly string[]): {words: string[]; quote: string} {
	const quote = /^["']/.exec(rawWords.at(-1) ?? '')?.[0] ?? '';
	const words = rawWords.map(unquoted);
	// Bash splits `--state=up` into `--state = up` and completes only what follows the sign.
	const isAssigned = words.at(-1) === '=' || words.at(-2) === '=';
	if (words.at(-1) === '=') words[words.length - 1] = '';
	else if (isAssigned) words.splice(-2, 1);
	return {words, quote};
}

/** Other shells quote offers themselves, but pass an unfinished last word as typed. */
const withoutOpenQuote = (words: readonly string[]): string[] =>
	words.map((word, at) => (at === words.length - 1 && /^["']/.test(word) ? unquoted(word) : word));

const unquoted = (word: string): string =>
	word.replace(/^(["'])(.*?)\1?$/s, '$2').replaceAll(/\\(.)/gs, '$1');

export type Offer = {value: string; about: string};
/** `files`: the shell completes paths. */
export type Offers = Offer[] | 'files';

const plain = (values: readonly string[]): Offer[] => values.map(value => ({value, about: ''}));

/** Returns the completions of the last word. Reads only rcondeck's own files: no service, no credentials. */
function offersFor(program: Command, words: readonly string[], env: Env): Offers {
	const before = words.slice(0, -1);
	const word = words.at(-1) ?? '';
	const {command, operands, pending, isText} = readWords(program, before);
	const [key = ''] = operands;
	const sources = sourcesOf(before, env, {key, word});
	if (isText) return [];
	if (pending) return valuesOf(pending, sources);
	const assigned = /^(--[\w-]+)=/.exec(word);
	if (assigned?.[1] === '--json') return fieldOffers(command, word, assigned[0]);
	if (assigned) {
		const option = optionsOf(command).find(({long}) => long === assigned[1]);
		const values = option ? valuesOf(option, sources) : [];
		return values === 'files'
			? values
			: values.map(({value, about}) => ({value: `${assigned[0]}${value}`, about}));
	}
	if (word.startsWith('-')) {
		return optionsOf(command)
			.filter(({hidden}) => !hidden)
			.flatMap(({short, long, description}) =>
				[long, short].flatMap(flag => (flag === undefined ? [] : {value: flag, about: description})),
			);
	}
	const subcommands = operands.length === 0 ? command.createHelp().visibleCommands(command) : [];
	const offered = subcommands.map(one => ({value: one.name(), about: one.description()}));
	const declaredArguments = [...command.registeredArguments];
	const argument =
		declaredArguments[operands.length] ??
		(declaredArguments.at(-1)?.variadic ? declaredArguments.at(-1) : undefined);
	if (!argument) return offered;
	const values = valuesOf(argument, sources, command);
	return values === 'files' ? values : [...offered, ...values];
}

type TypedCommand = {command: Command; operands: string[]; pending: Option | undefined; isText: boolean};

/** Returns the command typed so far, its arguments and the option that still needs a value. */
function readWords(program: Command, words: readonly string[]): TypedCommand {
	const read: TypedCommand = {command: program, operands: [], pending: undefined, isText: false};
	for (const word of words) {
		const {command, pending} = read;
		if (pending) {
			read.pending = undefined;
			continue;
		}
		if (word === '--') return {...read, isText: true};
		if (word.startsWith('-')) {
			const option = optionsOf(command).find(({long, short}) => word === long || word === short);
			if (option?.required) read.pending = option;
			continue;
		}
		// `help` is not a command like the others: its argument is a command.
		if (word === 'help' && read.operands.length === 0) continue;
		const next = read.operands.length === 0 ? commandNamed(command, word) : undefined;
		if (next) read.command = next;
		else read.operands.push(word);
	}
	return read;
}

/** Returns the options of a command, of its default subcommand and of the program. */
function optionsOf(command: Command): readonly Option[] {
	if (!command.parent) return command.options;
	const usual = defaultCommandOf(command).flatMap(({options}) => options);
	return [...command.options, ...usual, ...optionsOf(command.parent)];
}

/** `--json id,na`: completes the last of several fields. `start`: the part of the word before them. */
function fieldOffers(command: Command, word: string, start: string): Offer[] {
	const typed = word.slice(start.length).split(',').slice(0, -1);
	const fields = jsonFieldsOf(command)?.fields ?? [];
	return plain(
		fields.filter(field => !typed.includes(field)).map(field => start + [...typed, field].join(',')),
	);
}

/** `key`: the setting whose value is typed. `word`: the word that is completed, such as the start of a setting. */
type Typed = {key: string; word: string};
type Sources = {
	lists: Lists;
	profiles: () => Offer[];
	themes: () => string[];
	settings: () => Setting[];
	typed: Typed;
};

function sourcesOf(words: readonly string[], env: Env, typed: Typed): Sources {
	const valueOf = (flag: string) => words[words.indexOf(flag) + 1 || words.length];
	const {profiles = {}, profile: usual, aliases = {}} = configOf(env);
	const url = valueOf('--url') ?? env['RCONDECK_URL'];
	const named = valueOf('--profile') ?? env['RCONDECK_PROFILE'] ?? (url === undefined ? usual : undefined);
	const service = url ?? profiles[named ?? '']?.url;
	const cached = readLists(directory(env, 'RCONDECK_STATE_DIR').path);
	const own =
		cached.find(one => sameUrl(one.service, service)) ?? (service === undefined ? cached[0] : undefined);
	return {
		lists: own?.lists ?? {},
		themes: () => themeNames(directory(env, 'RCONDECK_CONFIG_DIR').path),
		profiles: () => Object.entries(profiles).map(([value, {url: about = ''}]) => ({value, about})),
		settings: () =>
			settingNames({
				profiles: [...new Set([...Object.keys(profiles), ...namedIn('profiles', typed)])],
				aliases: Object.keys(aliases),
				keys: keyIds,
			}),
		typed,
	};
}

/** Returns the name after `profiles.`: a new profile is not in the file yet. */
function namedIn(table: string, {key, word}: Typed): string[] {
	return [key, word].flatMap(typed => {
		const [first, name, ...rest] = namesIn(typed);
		return first === table && name !== undefined && (rest.length > 0 || typed.endsWith('.')) ? [name] : [];
	});
}

const sameUrl = (a: string, b: string | undefined) => a.replace(/\/+$/, '') === b?.replace(/\/+$/, '');

function configOf(env: Env): Partial<ConfigFile> {
	try {
		return readConfigFile(directory(env, 'RCONDECK_CONFIG_DIR').path).content;
	} catch {
		return {};
	}
}

const serverOffers = ({servers = []}: Lists): Offer[] =>
	namedOffers(
		servers.map(({state, game, ...named}) => ({
			...named,
			about: [state, game].filter(text => text !== undefined).join(', '),
		})),
	);
const namedOffers = (listed: readonly Listed[] = []): Offer[] =>
	listed.map(({id, name = id, about = ''}) => ({value: isWord(name) ? name : id, about}));

/** False for text that a command line would read as an option, or that a terminal cannot show unchanged. */
const isWord = (text: string) => !text.startsWith('-') && printableLine(text) === text;

/** Completions by the name of an option or argument, besides those of files and directories. */
const named: ByName<(sources: Sources) => Offer[]> = {
	'--state': ({lists: {servers = []}}) => [
		...Object.entries(completionMessages.phases).map(([value, about]) => ({value, about})),
		...plain([...new Set([...knownStates, ...servers.flatMap(({state}) => state ?? [])])]),
	],
	'--is': () => plain(Object.values(namesOfPhases)),
	'--game': ({lists: {servers = []}}) =>
		plain([...new Set([...servers.flatMap(({game}) => game ?? []), ...gamesByType.keys()])]),
	'--map': ({lists: {servers = []}}) => plain([...new Set(servers.flatMap(({map}) => map ?? []))]),
	'--node': ({lists}) => namedOffers(lists.nodes),
	'--server': ({lists}) => serverOffers(lists),
	'--target': ({lists}) => serverOffers(lists),
	'--automation': ({lists}) => namedOffers(lists.automations),
	'--profile': ({profiles}) => profiles(),
	'--permission': () => plain(permissions),
	'--status': () => plain(runStatuses),
	server: ({lists}) => serverOffers(lists),
	node: ({lists}) => namedOffers(lists.nodes),
	automation: ({lists}) => namedOffers(lists.automations),
	'set/key': ({settings}) => plain(settings().map(({key}) => key)),
	'unset/key': ({settings}) => plain(settings().map(({key}) => key)),
	'set/value': ({settings, profiles, themes, typed}) => {
		const wanted = keysOfSetting(typed.key).join('\n');
		if (wanted === 'profile') return profiles();
		if (wanted === 'theme') return plain(themes());
		return plain(settings().find(({key}) => keysOfSetting(key).join('\n') === wanted)?.choices ?? []);
	},
	'login/name': ({profiles}) => profiles(),
	'logout/name': ({profiles}) => profiles(),
	'use/name': ({profiles}) => profiles(),
	'remove/name': ({profiles}) => profiles(),
};

function valuesOf(source: Option | Argument, sources: Sources, command?: Command): Offers {
	if (source.argChoices) return plain(source.argChoices);
	const name = 'long' in source ? (source.long ?? '') : source.name();
	if (name === 'file' || ('flags' in source && /[<[](?:file|dir)[>\]]/.test(source.flags))) return 'files';
	const find = named[`${command?.name() ?? ''}/${name}`] ?? named[name];
	const found = find?.(sources) ?? [];
	return found
		.filter(({value}) => isWord(value))
		.map(({value, about}) => ({value, about: printableLine(about)}));
}
