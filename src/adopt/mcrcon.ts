import path from 'node:path';
import {adoptMessages} from '../messages/adopt.ts';
import {hostKey} from './address.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';
import {passwordOf} from './password.ts';
import {readUnit} from './systemd-unit.ts';
import {
	assign,
	readShell,
	splitCommand,
	valueOf,
	type ShellCommand,
	type ShellValue,
	type Variables,
	type Word,
} from './shell.ts';

/*
Scripts that run mcrcon. Options and environment: https://github.com/Tiiffi/mcrcon, README.md and mcrcon.c.
*/

const usualAddress = {host: 'localhost', port: '25575'};
/** An option that takes a value, after others that take none. */
const withValue = /^-[^-HPpw]*([HPpw])(.*)$/s;
const isMcrcon = /(^|\/)mcrcon(\.exe)?$/;
/** Words that may precede the program in its command: wrapper programs with their options, and keywords. */
const wrapper =
	/^(sudo|exec|command|env|nice|nohup|time|timeout|if|then|elif|else|while|until|do|!|-\S+|\d+[smhd]?|\w+=.*)$/s;
type Target = {host: ShellValue; port: ShellValue; password: ShellValue};

export function readMcrcon(source: SourceFile): Reading {
	const {path: file, text} = source;
	const {add, skip, reading} = createReading();
	const isUnit = /^\[(Unit|Service|Install)\]/m.test(text);
	const {commands, variables, unread: unreadFiles} = isUnit ? readUnit(source) : scriptOf(text);
	/** Values from a file that could not be read are unknown. */
	const unread = [...unreadFiles];
	const known = new Set<string>();
	const addTarget = ({host, port, password}: Target, line: number | undefined) => {
		const where = line === undefined ? undefined : `${path.basename(file)}:${line}`;
		const [from] = unread;
		if (!('text' in host) || !('text' in port)) {
			const reason = from === undefined ? adoptMessages.unknownAddress : adoptMessages.unreadFile(from);
			skip(adoptMessages.unnamed, reason, where);
			return;
		}
		const name = port.text === usualAddress.port ? host.text : `${host.text}:${port.text}`;
		const key = `${hostKey(host.text)} ${port.text}`;
		if (known.has(key)) return;
		const found = passwordOf(password);
		if (!found) {
			const reason = from === undefined ? adoptMessages.unknownPassword : adoptMessages.unreadFile(from);
			skip(name, reason, where);
			return;
		}
		known.add(key);
		add({name, where, kind: 'source', host: host.text, port: port.text, ...found});
	};
	for (const command of withNested(commands)) {
		const {assigned, program: written} = splitCommand(command);
		// Assignments before a program are only for this program.
		const scope = written.length > 0 ? new Map(variables) : variables;
		for (const each of assigned) assign(scope, each, written.length > 0 ? {isConditional: false} : command);
		const program = written.flatMap(word => splitVariable(word, scope));
		const sourced = sourcedFile(program, scope);
		if (sourced !== undefined) {
			const content = sourced === '' ? undefined : source.near(sourced);
			if (content === undefined) unread.push(sourced);
			for (const each of readShell(content ?? ''))
				for (const one of splitCommand(each).assigned) assign(variables, one, each);
		}
		const at = program.findIndex(word => isMcrcon.test(textOf(word, scope)));
		const before = program.slice(0, at);
		if (at === -1 || !before.every(word => wrapper.test(textOf(word, scope)))) continue;
		for (const each of splitCommand({...command, words: before.filter(isAssignment)}).assigned)
			assign(scope, each, {isConditional: false});
		const words = program.slice(at + 1).map(word => valueOf(word, scope));
		addTarget({...ofEnvironment(scope, unread.length > 0), ...optionsIn(words)}, command.line);
	}
	// A file for the environment runs nothing itself.
	const hasVariables = ['MCRCON_HOST', 'MCRCON_PORT', 'MCRCON_PASS'].some(name => variables.has(name));
	if (known.size === 0 && reading.skipped.length === 0 && hasVariables)
		addTarget(ofEnvironment(variables, unread.length > 0), undefined);
	const line = text.split('\n').findIndex(each => /^(?!\s*[#;]).*\bmcrcon\b/.test(each));
	if (known.size === 0 && reading.skipped.length === 0 && line !== -1)
		skip(adoptMessages.unnamed, adoptMessages.unreadMcrcon, `${path.basename(file)}:${line + 1}`);
	return reading;
}

const scriptOf = (text: string): ReturnType<typeof readUnit> => ({
	commands: readShell(text),
	variables: new Map(),
	unread: [],
});

const isAssignment = (word: Word): boolean => {
	const [first] = word;
	return first !== undefined && 'text' in first && /^\w+=/.test(first.text);
};

/** A variable with mcrcon and its options, such as `RCON="mcrcon -H host"`, becomes several words, as in a shell. */
function splitVariable(word: Word, variables: Variables): readonly Word[] {
	const [only] = word;
	const text = word.length === 1 && only && 'variable' in only ? textOf(word, variables) : '';
	const [first = '', ...options] = text.trim().split(/\s+/);
	return options.length > 0 && isMcrcon.test(first)
		? [first, ...options].map(each => [{text: each}])
		: [word];
}

/** The file that a command sources; empty if its name depends on something unknown, undefined if there is none. */
function sourcedFile(program: readonly Word[], variables: Variables): string | undefined {
	const [first, file] = program;
	if (!first || !file || !/^(\.|source)$/.test(textOf(first, variables))) return undefined;
	return textOf(file, variables);
}

/** Returns the text of a word; empty if it depends on a variable that is not known. */
function textOf(word: Word, variables: Variables = new Map()): string {
	const value = valueOf(word, variables);
	return 'text' in value ? value.text : '';
}

/** `isOpen`: some variables are in a file that could not be read. */
const ofEnvironment = (variables: Variables, isOpen: boolean): Target => ({
	host: variables.get('MCRCON_HOST') ?? (isOpen ? {open: true} : {text: usualAddress.host}),
	port: variables.get('MCRCON_PORT') ?? (isOpen ? {open: true} : {text: usualAddress.port}),
	password: variables.get('MCRCON_PASS') ?? (isOpen ? {open: true} : {variable: 'MCRCON_PASS'}),
});

/** Reads the options as getopt(3) does: `-p secret`, `-psecret`, `-cp secret`; they may follow commands. */
function optionsIn(words: readonly ShellValue[]): Partial<Target> {
	const found: Partial<Target> = {};
	for (let index = 0; index < words.length; index++) {
		const word = words[index];
		if (!word || !('text' in word) || !/^-./s.test(word.text)) continue;
		if (word.text === '--') break;
		const [, option, attached] = withValue.exec(word.text) ?? [];
		if (option === undefined) continue;
		const value: ShellValue = attached ? {text: attached} : (words[++index] ?? {open: true});
		switch (option) {
			case 'H':
				found.host = value;
				break;
			case 'P':
				found.port = value;
				break;
			case 'p':
				found.password = value;
		}
	}
	return found;
}

/** Shells, and programs that run one as another user, which take a script after `-c`. */
const shell = /(^|\/)(sh|bash|dash|ash|zsh|ksh|su|runuser)$/;

/** The commands, with the ones of their aliases and of scripts after `-c`. */
function withNested(commands: readonly ShellCommand[]): ShellCommand[] {
	return commands.flatMap(command => {
		const {words, line} = command;
		const [first = [], ...definitions] = words;
		const scriptsOf = (scripts: readonly string[]) =>
			scripts.flatMap(script => readShell(script).map(each => ({...each, line})));
		if (textOf(first) === 'alias')
			return scriptsOf(definitions.map(word => textOf(word).replace(/^[^=]*=/, '')));
		const at = words.findIndex(word => shell.test(textOf(word)));
		const option =
			at === -1 ? -1 : words.findIndex((word, index) => index > at && /^-\w*c$/.test(textOf(word)));
		return [command, ...(option === -1 ? [] : scriptsOf([textOf(words[option + 1] ?? [])]))];
	});
}
