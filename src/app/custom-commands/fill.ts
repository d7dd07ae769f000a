import {nameOf, nodeOf} from '../../actions/names.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {customProblems, type CustomCommand} from '../../messages/custom-commands.ts';

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

/** The environment variables with the same values. */
const variables: Record<keyof typeof valueOf, string> = {
	id: 'RCONDECK_SERVER_ID',
	name: 'RCONDECK_SERVER_NAME',
	state: 'RCONDECK_SERVER_STATE',
	game: 'RCONDECK_SERVER_GAME',
	map: 'RCONDECK_SERVER_MAP',
	players: 'RCONDECK_SERVER_PLAYERS',
	node: 'RCONDECK_SERVER_NODE',
	nodeId: 'RCONDECK_SERVER_NODE_ID',
	directory: 'RCONDECK_SERVER_DIRECTORY',
	ip: 'RCONDECK_SERVER_IP',
	port: 'RCONDECK_SERVER_PORT',
	rconPort: 'RCONDECK_SERVER_RCON_PORT',
};
type Field = keyof typeof valueOf;

const fields = Object.keys(valueOf) as Field[]; // the literal has no other keys
const placeholder = /\{server\.(\w+)\}/g;
const isField = (name: string): name is Field => Object.hasOwn(valueOf, name);

export const usesServer = (texts: readonly string[]): boolean =>
	texts.some(text => text.search(placeholder) !== -1);

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
				problem ??= customProblems.unsafeValue(name, value, kind === 'rcon' ? undefined : variables[name]);
			return value;
		}),
	);
	return problem === undefined ? {words: filled} : {problem};
}

/** Returns the same values as environment variables. */
export const serverVariables = (server: GameServer | undefined): [string, string][] =>
	server ? fields.map(name => [variables[name], valueOf[name](server).replaceAll('\0', '')]) : [];
