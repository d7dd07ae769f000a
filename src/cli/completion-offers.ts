import type {Argument, Command, Option} from 'commander';
import {knownGameTypes} from '../actions/game-types.ts';
import {knownStates} from '../actions/preconditions.ts';
import {runStatuses} from '../app/automations/run.ts';
import {clipboards, themes} from '../config/choices.ts';
import {readConfigFile} from '../config/files.ts';
import {ConfigFile} from '../config/schema.ts';
import {directory, type Env} from '../config/paths.ts';
import {printableLine} from '../lib/text.ts';
import {completionMessages} from '../messages/cli-config.ts';
import {readLists, type Listed, type Lists} from './completion-cache.ts';

export type Offer = {value: string; about: string};
/** `files`: the shell completes paths. */
export type Offers = Offer[] | 'files';

const plain = (values: readonly string[], about = ''): Offer[] => values.map(value => ({value, about}));

/** Returns the completions of the last word. Reads only rcondeck's own files: no service, no credentials. */
export function offersFor(program: Command, words: readonly string[], env: Env): Offers {
	const before = words.slice(0, -1);
	const word = words.at(-1) ?? '';
	const {command, operands, pending, isText} = readWords(program, before);
	const sources = sourcesOf(before, env);
	if (isText) return [];
	if (pending) return valuesOf(pending, sources);
	const assigned = /^(--[\w-]+)=/.exec(word);
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
	const subcommands = operands === 0 ? command.createHelp().visibleCommands(command) : [];
	const offered = subcommands.map(one => ({value: one.name(), about: one.description()}));
	const declaredArguments = [...command.registeredArguments];
	const argument =
		declaredArguments[operands] ??
		(declaredArguments.at(-1)?.variadic ? declaredArguments.at(-1) : undefined);
	if (!argument) return offered;
	const values = valuesOf(argument, sources, command);
	return values === 'files' ? values : [...offered, ...values];
}

type TypedCommand = {command: Command; operands: number; pending: Option | undefined; isText: boolean};

/** Returns the command typed so far, its number of arguments and the option that still needs a value. */
function readWords(program: Command, words: readonly string[]): TypedCommand {
	const read: TypedCommand = {command: program, operands: 0, pending: undefined, isText: false};
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
		if (word === 'help' && read.operands === 0) continue;
		const next =
			read.operands === 0
				? command.commands.find(one => one.name() === word || one.aliases().includes(word))
				: undefined;
		if (next) read.command = next;
		else read.operands += 1;
	}
	return read;
}

/** Returns the options of a command, of its default subcommand and of the program. */
function optionsOf(command: Command): readonly Option[] {
	if (!command.parent) return command.options;
	const called = (name: string) => command.commands.find(one => one.name() === name);
	const usual = called('list') ?? called('show');
	return [...command.options, ...(usual?.options ?? []), ...optionsOf(command.parent)];
}

type Sources = {lists: Lists; profiles: () => Offer[]};

function sourcesOf(words: readonly string[], env: Env): Sources {
	const valueOf = (flag: string) => words[words.indexOf(flag) + 1 || words.length];
	const {profiles = {}, profile: usual} = configOf(env);
	const url = valueOf('--url') ?? env['RCONDECK_URL'];
	const named = valueOf('--profile') ?? env['RCONDECK_PROFILE'] ?? (url === undefined ? usual : undefined);
	const service = url ?? profiles[named ?? '']?.url;
	const cached = readLists(directory(env, 'RCONDECK_STATE_DIR').path);
	const own =
		cached.find(one => sameUrl(one.service, service)) ?? (service === undefined ? cached[0] : undefined);
	return {
		lists: own?.lists ?? {},
		profiles: () => Object.entries(profiles).map(([value, {url: about = ''}]) => ({value, about})),
	};
}

const sameUrl = (a: string, b: string | undefined) => a.replace(/\/+$/, '') === b?.replace(/\/+$/, '');

function configOf(env: Env) {
	try {
		return readConfigFile(directory(env, 'RCONDECK_CONFIG_DIR').path).content;
	} catch {
		return {};
	}
}

const serverOffers = ({servers = []}: Lists): Offer[] =>
	servers.map(({id, name, state, game}) => ({
		value: name ?? id,
		about: [state, game].filter(text => text !== undefined).join(', '),
	}));
const namedOffers = (listed: readonly Listed[] = []): Offer[] =>
	listed.map(({id, name, about = ''}) => ({value: name ?? id, about}));

/** Completions by the name of an option or argument. */
const named: Record<string, (sources: Sources) => Offers> = {
	'--state': ({lists: {servers = []}}) => [
		...Object.entries(completionMessages.phases).map(([value, about]) => ({value, about})),
		...plain([...new Set([...knownStates, ...servers.flatMap(({state}) => state ?? [])])]),
	],
	'--game': ({lists: {servers = []}}) =>
		plain([...new Set([...servers.flatMap(({game}) => game ?? []), ...knownGameTypes])]),
	'--map': ({lists: {servers = []}}) => plain([...new Set(servers.flatMap(({map}) => map ?? []))]),
	'--node': ({lists}) => namedOffers(lists.nodes),
	'--server': ({lists}) => serverOffers(lists),
	'--target': ({lists}) => serverOffers(lists),
	'--automation': ({lists}) => namedOffers(lists.automations),
	'--profile': ({profiles}) => profiles(),
	'--status': () => plain(runStatuses),
	'--file': () => 'files',
	'--output': () => 'files',
	'--data': () => 'files',
	'--directory': () => 'files',
	'--password-file': () => 'files',
	server: ({lists}) => serverOffers(lists),
	node: ({lists}) => namedOffers(lists.nodes),
	automation: ({lists}) => namedOffers(lists.automations),
	file: () => 'files',
	'set/key': () => plain(Object.keys(ConfigFile.shape).filter(key => key !== 'profiles')),
	'set/value': () => [...plain(themes, 'theme'), ...plain(clipboards, 'clipboard')],
	'login/name': ({profiles}) => profiles(),
	'logout/name': ({profiles}) => profiles(),
	'use/name': ({profiles}) => profiles(),
	'remove/name': ({profiles}) => profiles(),
};

function valuesOf(source: Option | Argument, sources: Sources, command?: Command): Offers {
	if (source.argChoices) return plain(source.argChoices);
	const name = 'long' in source ? (source.long ?? '') : source.name();
	const find = named[`${command?.name() ?? ''}/${name}`] ?? named[name];
	const found = find?.(sources) ?? [];
	if (found === 'files') return found;
	return found.map(({value, about}) => ({value: printableLine(value), about: printableLine(about)}));
}
