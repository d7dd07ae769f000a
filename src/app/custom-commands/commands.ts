import {nameOf, nodeOf} from '../../actions/names.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {type CustomCommand, customMessages, customProblems} from '../../messages/custom-commands.ts';
import type {ProgramToRun} from '../../lib/process/run-programs.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import {yesNoField} from '../../actions/fields.ts';
import {rconPermission} from '../../actions/rcon-line.ts';
import {printableLine} from '../../lib/text/text.ts';
import type {CustomCommandId} from '../../messages/key-words.ts';
import {draft, openLine} from '../console/input/open-line.ts';
import type {Command, Program} from '../kernel/state/program.ts';
import {type Form, localForm} from '../kernel/dialogs/form.ts';
import type {KeyOverrides} from '../kernel/state/settings.ts';
import type {Targets} from '../kernel/state/targets.ts';
import {fieldOf} from '../kernel/text/text-field.ts';
import type {State} from '../state.ts';

/** The values of placeholders such as `{server.name}`. */
const valueOf = {
	id: ({id}: GameServer) => id,
	name: nameOf,
	state: ({state = ''}: GameServer) => state,
	game: ({gameType = ''}: GameServer) => gameType,
	map: ({map = ''}: GameServer) => map,
	players: ({onlinePlayers}: GameServer) => String(onlinePlayers ?? ''),
	node: nodeOf,
	nodeId: ({nodeId = ''}: GameServer) => nodeId,
	directory: ({serverDirectory = ''}: GameServer) => serverDirectory,
	ip: ({serverIp = ''}: GameServer) => serverIp,
	port: ({serverPort}: GameServer) => String(serverPort ?? ''),
	rconPort: ({rconPort}: GameServer) => String(rconPort ?? ''),
} as const;

type Field = keyof typeof valueOf;

/** Returns the environment variable with the same value: of `nodeId`, `RCONDECK_SERVER_NODE_ID`. */
const variableOf = (name: Field) => `RCONDECK_SERVER_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}`;

const fields = Object.keys(valueOf) as Field[]; // the literal has no other keys
const placeholder = /\{server\.(\w+)\}/g;
const isField = (name: string): name is Field => Object.hasOwn(valueOf, name);

const usesServer = (texts: readonly string[]): boolean => texts.some(text => text.search(placeholder) !== -1);

/** Matches programs that run their arguments as code, on this machine or another. */
const readsCode =
	/^(?:(?:ba|rba|da|z|k|mk|fi|c|tc|a|r|elvi|xon)?sh|nu|pwsh|powershell|cmd|ssh|scp|rsync|mosh|su|eval|watch|xargs|parallel|tmux|screen|[gmn]?awk|g?sed|g?make|sqlite3|expect|osascript|ansible)(?:\.exe)?$/i;

/** Matches an interpreter option whose argument is code: `-c`, `-lc`, `-e`, `-pe`, `-r` of PHP, `-S` of env, `--eval`. */
const takesCode = /^(?:-[a-z]*[cers]|--(?:eval|print|exec|execute|command|run|split-string)(?:=.*)?)$/is;

/** Checks that a value has no special meaning in any kind of code. */
const isPlain = (value: string) => /^[\p{L}\p{N}_.:@+,][\p{L}\p{N}_.:@+,-]*$/u.test(value);

/** Returns why the command can never run; undefined if it can. */
export function problemOfCommand({kind, words}: CustomCommand): string | undefined {
	for (const text of words) {
		const unknown = [...text.matchAll(placeholder)].map(([, name = '']) => name).find(name => !isField(name));
		if (unknown !== undefined) return customProblems.unknownPlaceholder(unknown, fields);
	}
	return kind !== 'rcon' && usesServer(words.slice(0, 1)) ? customProblems.programFromServer : undefined;
}

/**
Replaces the placeholders in the words of a command with the values of a server. Returns a problem if a value could be
read as an option or as code: names may contain any characters.
*/
export function fillWords(
	{kind, words}: CustomCommand,
	server: GameServer | undefined,
): {words: readonly string[]} | {problem: string} {
	const isCode =
		kind === 'shell' &&
		words.some(word => takesCode.test(word) || readsCode.test(word.split(/[\\/]/).at(-1) ?? ''));
	let problem: string | undefined;
	const filled = words.map(word =>
		word.replace(placeholder, (whole, name: string, at: number) => {
			if (!server || !isField(name)) return whole;
			const value = valueOf[name](server);
			const isOption = kind !== 'rcon' && at === 0 && value.startsWith('-');
			const isUnsafe =
				kind === 'rcon' ? /[;"\\\p{Cc}]/u.test(value) : isCode ? !isPlain(value) : value.includes('\0');
			if (isOption || isUnsafe)
				problem ??= customProblems.unsafeValue(name, value, kind === 'rcon' ? undefined : variableOf(name));
			return value;
		}),
	);
	return problem === undefined ? {words: filled} : {problem};
}

/** Returns the same values as environment variables. */
export const serverVariables = (server: GameServer | undefined): [string, string][] =>
	server ? fields.map(name => [variableOf(name), valueOf[name](server).replaceAll('\0', '')]) : [];

/** Runs the program of a command: once per server if it has placeholders, one after another. */
async function runOnServers(
	services: Services,
	custom: CustomCommand,
	servers: readonly GameServer[],
): Promise<void> {
	const {frontEnd, settings} = services;
	const {kind, background, title} = custom;
	const targets: readonly (GameServer | undefined)[] = usesServer(custom.words)
		? servers
		: servers.slice(0, 1);
	const programs: ProgramToRun[] = [];
	for (const server of targets.length === 0 ? [undefined] : targets) {
		const filled = fillWords(custom, server);
		if ('problem' in filled) {
			notify(services, 'warning', filled.problem);
			return;
		}
		const words = kind === 'rcondeck' ? [...ownWords(settings), ...filled.words] : filled.words;
		programs.push({
			words,
			isOwn: kind === 'rcondeck',
			variables: [['RCONDECK_PROFILE_NAME', settings.profile.name], ...serverVariables(server)],
		});
	}
	const problem = await frontEnd.runPrograms(programs, {background});
	if (problem !== undefined) notify(services, 'failure', customMessages.failed(title, problem));
	else if (background) notify(services, 'done', customMessages.done(title));
}

/** Returns the command line that runs this program on the same service. */
const ownWords = ({self = [], profile, readOnly}: Services['settings']): string[] => [
	...self,
	...profile.words,
	...(readOnly ? ['--read-only'] : []),
];

const customId = ({name}: Pick<CustomCommand, 'name'>): CustomCommandId => `commands.${name}`;

/** Creates the commands of `[commands]`. Their keys come from `keysOf`, as overrides. */
export const customCommands = (all: readonly CustomCommand[]): Command[] =>
	all.map((custom): Command => ({
		id: customId(custom),
		keys: [],
		scopes: ['servers', 'console', 'details'],
		group: 'act',
		title: custom.title,
		help: customMessages.help(custom.kind, printableLine(custom.words.join(' '))),
		acts: custom.kind !== 'rcon' && !custom.confirm,
		...(custom.kind !== 'rcondeck' && {danger: true}),
		...(custom.kind === 'rcon' && {needs: rconPermission}),
		blocked: (state, targets) => blocked(custom, state, targets),
		run: (program, targets) => run(custom, program, targets),
	}));

/** Creates the dialogs that ask before a program runs. */
export const customForms = (all: readonly CustomCommand[]): Form[] =>
	all
		.filter(({kind}) => kind !== 'rcon')
		.map(custom =>
			localForm({
				id: customId(custom),
				verb: customMessages.verb,
				acts: true,
				title: ({servers}) => customMessages.dialogTitle(custom.title, servers.length),
				fields: {
					run: yesNoField(
						customMessages.field,
						customMessages.hint(custom.kind === 'rcondeck', printableLine(custom.words.join(' '))),
						customMessages.no,
						customMessages.yes,
					),
				},
				run: async ({run: isWanted}, {servers}, services) => {
					if (isWanted) void runOnServers(services, custom, servers);
					else notify(services, 'info', customMessages.nothingRun);
				},
			}),
		);

function blocked(custom: CustomCommand, {fleet}: State, {servers}: Targets): string | undefined {
	const problem = problemOfCommand(custom);
	if (problem !== undefined) return problem;
	if (!usesServer(custom.words) && custom.kind !== 'rcon') return undefined;
	if (servers.length === 0) return customProblems.noServer;
	if (custom.kind === 'rcon' && servers.length > 1 && usesServer(custom.words))
		return customProblems.oneServer;
	for (const id of servers) {
		const filled = fillWords(custom, fleet.servers.get(id));
		if ('problem' in filled) return filled.problem;
	}
	return undefined;
}

function run(custom: CustomCommand, program: Program, targets: Targets) {
	if (custom.kind === 'rcon') {
		fillInput(custom, program, targets);
		return undefined;
	}
	const serverIds = usesServer(custom.words) ? targets.servers : targets.servers.slice(0, 1);
	if (custom.confirm || serverIds.length > 1) return {form: customId(custom), serverIds};
	const {servers} = program.store.getState().fleet;
	void runOnServers(
		program,
		custom,
		serverIds.flatMap(id => servers.get(id) ?? []),
	);
	return undefined;
}

/** Puts the line into the command input, which confirms it like any other line. */
function fillInput(custom: CustomCommand, program: Program, targets: Targets): void {
	program.runCommand('app.input', targets);
	const {store} = program;
	const line = openLine(store.getState());
	if (!line) return;
	const server = store.getState().fleet.servers.get(line.serverId);
	const filled = fillWords(custom, server);
	if ('problem' in filled) notify(program, 'warning', filled.problem);
	else draft(program, line.serverId, fieldOf(filled.words.join(' ')));
}

/** Returns the keys as overrides, which take the default keys of built-in commands. */
export const customKeys = (all: readonly CustomCommand[], keys: KeyOverrides): KeyOverrides => ({
	...Object.fromEntries(
		all.flatMap(custom => (custom.keys.length === 0 ? [] : [[customId(custom), custom.keys]])),
	),
	...keys,
});

/** Returns the problems of commands that can never run. */
export const problemsOfCommands = (all: readonly CustomCommand[]): {name: string; message: string}[] =>
	all.flatMap(custom => {
		const message = problemOfCommand(custom);
		return message === undefined ? [] : {name: custom.name, message};
	});
