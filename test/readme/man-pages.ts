import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {branchesOf, type Branch} from '../../src/cli/completion-tree.ts';
import {exitCodes} from '../../src/cli/exit-codes.ts';
import {declaredProgram} from '../../src/cli/program.ts';
import {version} from '../../src/cli/version.ts';
import {keyRows} from './key-rows.ts';
import {docPage} from './pages.ts';

export const manFolder = path.resolve(import.meta.dirname, '../../assets/man');

/** The manual pages by file name, made from the declarations that the help, the completion and the TUI read. */
export async function manPages(): Promise<Record<string, string>> {
	const [program, ...commands] = branchesOf(await declaredProgram());
	if (!program) throw new Error('there is no program');
	return {
		'rcondeck.1': page('rcondeck', '1', 'every game server of a team in one terminal', [
			section('SYNOPSIS', `.B ${roff(program.usage)}`),
			section('DESCRIPTION', paragraphs(description)),
			section('OPTIONS', optionList(program)),
			section('COMMANDS', commands.map(commandPart).join('\n')),
			section('EXIT STATUS', list(Object.entries(exitWords).map(([name, text]) => [codeOf(name), text]))),
			section('ENVIRONMENT', list(environment())),
			section('FILES', list(files)),
			section('SEE ALSO', '.BR rcondeck-keys (7)'),
		]),
		'rcondeck-keys.7': page('rcondeck-keys', '7', 'the keys of the deck', [
			section('DESCRIPTION', paragraphs(keysDescription)),
			...keysSections(),
			section('SEE ALSO', '.BR rcondeck (1)'),
		]),
	};
}

const description = [
	'rcondeck shows what is down and since when, runs RCON commands and gets each answer, hears what others of the team run, and stops, starts and restarts servers with a fair warning to the players.',
	'Without a command it opens the TUI; with one it runs that command and ends. Without a configured service the TUI opens the demo, a simulated fleet; a command uses the demo only with --demo, and otherwise exits with 2.',
	'A server is given by its id, its exact display name, or a unique part of one. Data goes to the standard output, everything else to the standard error. Without a terminal, everything that changes something on the service needs --yes, and so does rcon to several servers or with a destructive command.',
];
const keysDescription = [
	'Lowercase looks, uppercase acts, and only by opening a dialog whose default is to do nothing; G and N are the only harmless uppercase keys. In the TUI, ? shows the keys of the current pane, with those that are blocked in parentheses; ? again searches all keys.',
];

const exitWords: Record<keyof typeof exitCodes, string> = {
	done: 'Done; of delayed acts: accepted.',
	failed: 'Failed for a reason that none of the others names.',
	wrongUsage: 'Wrong usage or configuration.',
	partlyFailed: 'Partly failed, of several servers.',
	notSignedIn: 'Not signed in.',
	notAllowed: 'Not allowed; the missing permission is named.',
	notFound: 'Not found, or a name that means several.',
	conflict: 'A conflict with the state of the server; its key is named.',
	outcomeUnknown: 'The outcome is unknown: it may have run.',
	notReachable: 'The service cannot be reached, fails, or cannot be understood.',
	rateLimited: 'Too many requests.',
	refusedByUs:
		'Refused by a guard of rcondeck itself: read-only, a missing --yes, an --expect that is not so.',
	ourBug: 'A bug of rcondeck; its report is named.',
	hangUp: 'Ended by SIGHUP.',
	interrupted: 'Ended by SIGINT.',
	quit: 'Ended by SIGQUIT.',
	terminated: 'Ended by SIGTERM.',
};
const codeOf = (name: string) => String(exitCodes[name as keyof typeof exitCodes]); // the names of that very table

const files: [string, string][] = [
	['$XDG_CONFIG_HOME/rcondeck/config.toml', 'Profiles and settings; rcondeck config check examines it.'],
	['$XDG_CONFIG_HOME/rcondeck/credentials.toml', 'Credentials; refused unless only its owner may read it.'],
	['$XDG_STATE_HOME/rcondeck/journal.db', 'History, commands, answers and acts.'],
	['$XDG_STATE_HOME/rcondeck/demo-journal.db', 'The same for the demo.'],
];

/** The table of variables in the page on configuration. */
function environment(): [string, string][] {
	const rows = docPage('configuration.md').text.matchAll(/^\| (`[A-Z][A-Z_`, ]+`) +\| (.*?) *\|$/gm);
	return [...rows].map(([, names = '', text = '']) => [names.replaceAll('`', ''), text.replaceAll('`', '')]);
}

function commandPart({path: name, description: text, usage, arguments: given, ...branch}: Branch): string {
	const about = given.filter(argument => argument.description !== '');
	return [
		`.SS ${roff(name)}`,
		`.B ${roff(usage)}`,
		'.PP',
		sentence(text),
		...(about.length === 0 ? [] : [list(about.map(argument => [argument.name, argument.description]))]),
		...(branch.options.length === 0 ? [] : [optionList({...branch, path: name})]),
	].join('\n');
}

function optionList({path: name, options}: Pick<Branch, 'path' | 'options'>): string {
	return list(
		options
			.filter(({flags}) => name === '' || !flags.includes('--help'))
			.map(({usage, choices, description: text}) => [
				usage,
				choices.length === 0 ? text : `${text}: ${choices.join(', ')}`,
			]),
	);
}

function keysSections(): string[] {
	const parts: {heading: string; rows: [string, string][]}[] = [];
	for (const row of keyRows()) {
		if (row.kind === 'heading') parts.push({heading: row.text, rows: []});
		else parts.at(-1)?.rows.push([row.keys, row.help]);
	}
	return parts.map(({heading, rows}) => section(heading.toUpperCase(), list(rows)));
}

const page = (name: string, number: string, text: string, sections: readonly string[]): string =>
	[
		'.\\" Made by `npm run readme` from the declarations of the program.',
		`.TH ${name.toUpperCase()} ${number} "" "rcondeck ${version}"`,
		section('NAME', `${roff(name)} \\- ${roff(text)}`),
		...sections,
		'',
	].join('\n');

const section = (name: string, body: string) => `.SH ${roff(name)}\n${body}`;
const paragraphs = (texts: readonly string[]) => texts.map(roff).join('\n.PP\n');
const list = (rows: readonly (readonly [string, string])[]) =>
	rows.map(([term, text]) => `.TP\n.B ${roff(term)}\n${sentence(text)}`).join('\n');
const sentence = (text: string) => roff(/[.!?]$/.test(text) ? text : `${text}.`).replace(/^[a-z]/, first);
const first = (letter: string) => letter.toUpperCase();

/** A text that roff takes as it is: no escapes, no requests at the beginning of a line, dashes that can be copied. */
const roff = (text: string): string =>
	text
		.replaceAll('\\', '\\e')
		.replaceAll('-', '\\-')
		.replaceAll('"', '\\(dq')
		.replaceAll('…', '...')
		.replaceAll('’', '\\(cq')
		.replace(/^[.']/, '\\&$&');

if (import.meta.main) {
	mkdirSync(manFolder, {recursive: true});
	for (const [name, text] of Object.entries(await manPages()))
		writeFileSync(path.join(manFolder, name), text);
}
