import path from 'node:path';
import {adoptMessages} from '../messages/adopt.ts';
import {hostKey} from './address.ts';
import {createReading, type Reading, type SourceFile} from './found.ts';
import {passwordOf} from './password.ts';
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

const usual = {host: 'localhost', port: '25575'};
/** An option that takes a value, after others that take none. */
const withValue = /^-[^-HPpw]*([HPpw])(.*)$/s;
const isMcrcon = /(^|\/)mcrcon(\.exe)?$/;
/** Words that may precede the program in its command: wrapper programs with their options, and keywords. */
const wrapper =
	/^(sudo|exec|command|env|nice|nohup|time|timeout|if|then|elif|else|while|until|do|!|-\S+|\d+[smhd]?|\w+=.*)$/s;
/** The start of a command in a systemd unit. */
const unitCommand = /^Exec\w+=[-@:+!]*/gm;

type Target = {host: ShellValue; port: ShellValue; password: ShellValue};

export function readMcrcon({path: file, text}: SourceFile): Reading {
	const {add, skip, reading} = createReading();
	const variables: Variables = new Map();
	const known = new Set<string>();
	const addTarget = ({host, port, password}: Target, line: number | undefined) => {
		const where = line === undefined ? undefined : `${path.basename(file)}:${line}`;
		if (!('text' in host) || !('text' in port)) {
			skip(adoptMessages.unnamed, adoptMessages.unknownAddress, where);
			return;
		}
		const name = port.text === usual.port ? host.text : `${host.text}:${port.text}`;
		const key = `${hostKey(host.text)} ${port.text}`;
		if (known.has(key)) return;
		const found = passwordOf(password);
		if (!found) {
			skip(name, adoptMessages.unknownPassword, where);
			return;
		}
		known.add(key);
		add({name, where, kind: 'source', host: host.text, port: port.text, ...found});
	};
	for (const command of withAliases(readShell(text.replaceAll(unitCommand, '')))) {
		const {assigned, program} = splitCommand(command);
		const at = program.findIndex(word => isMcrcon.test(textOf(word)));
		const isRun = program.slice(0, at).every(word => wrapper.test(textOf(word)));
		// Assignments before a program are only for this program.
		const scope = program.length > 0 ? new Map(variables) : variables;
		for (const each of assigned) assign(scope, each, program.length > 0 ? {isConditional: false} : command);
		if (at === -1 || !isRun) continue;
		const words = program.slice(at + 1).map(word => valueOf(word, scope));
		addTarget({...ofEnvironment(scope), ...optionsIn(words)}, command.line);
	}
	// A file for the environment runs nothing itself.
	const hasVariables = ['MCRCON_HOST', 'MCRCON_PORT', 'MCRCON_PASS'].some(name => variables.has(name));
	if (known.size === 0 && reading.skipped.length === 0 && hasVariables)
		addTarget(ofEnvironment(variables), undefined);
	return reading;
}

/** Returns the literal text of a word; empty if it depends on a variable. */
function textOf(word: Word): string {
	const value = valueOf(word, new Map());
	return 'text' in value ? value.text : '';
}

const ofEnvironment = (variables: Variables): Target => ({
	host: variables.get('MCRCON_HOST') ?? {text: usual.host},
	port: variables.get('MCRCON_PORT') ?? {text: usual.port},
	password: variables.get('MCRCON_PASS') ?? {variable: 'MCRCON_PASS'},
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

/** The commands, with the ones of its aliases. */
function withAliases(commands: readonly ShellCommand[]): ShellCommand[] {
	return commands.flatMap(command => {
		const [first = [], ...definitions] = command.words;
		if (textOf(first) !== 'alias') return command;
		return definitions.flatMap(word =>
			readShell(textOf(word).replace(/^[^=]*=/, '')).map(each => ({...each, line: command.line})),
		);
	});
}
