import {mkdirSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {type Branch, branchesOf} from './command-tree.ts';
import {groupOf} from '../../src/cli/commands/index.ts';
import {exitCodes} from '../../src/cli/output/exit-codes.ts';
import {declaredProgram} from '../../src/cli/start/program.ts';
import {type CommandGroup, commandGroups, helpMessages} from '../../src/messages/cli.ts';
import {configPage} from './config-page.ts';
import {keyRows} from './key-rows.ts';
import {docPage} from './pages.ts';
import {code, list, page, paragraphs, references, roff, section, sentence} from './roff.ts';

export const manFolder = path.resolve(import.meta.dirname, '../../assets/man');

const groups = Object.entries(commandGroups) as [CommandGroup, (typeof commandGroups)[CommandGroup]][]; // Safe: the entries of this table.
const mainPage = ['rcondeck', '1'] as const;
const otherPages = [
	['rcondeck-config', '5'],
	['rcondeck-keys', '7'],
] as const;

/** Generates the manual pages, by file name, from the declarations that the help, the completion and the TUI use. */
export async function manPages(): Promise<Record<string, string>> {
	const [program, ...commands] = branchesOf(await declaredProgram());
	if (!program) throw new Error('there is no program');
	const inGroup = (group: CommandGroup) =>
		commands.filter(({path: name}) => groupOf(name.split(' ')[0] ?? '') === group);
	return {
		'rcondeck.1': page('rcondeck', '1', 'manage all game servers of a team from one terminal', [
			section('SYNOPSIS', `.B ${roff(program.usage)}`),
			section('DESCRIPTION', paragraphs(description)),
			section('COMMANDS', groups.map(([group]) => overviewOf(group, inGroup(group))).join('\n')),
			section('OPTIONS', optionList(program)),
			section('ENVIRONMENT', list(environment())),
			...common(),
			section('EXAMPLES', examplesOf([program])),
			section('SEE ALSO', references([...groups.map(([group]) => pageOf(group)), ...otherPages])),
		]),
		...Object.fromEntries(
			groups.map(([group, {about}]) => [`rcondeck-${group}.1`, groupPage(group, about, inGroup(group))]),
		),
		'rcondeck-config.5': configPage(),
		'rcondeck-keys.7': page('rcondeck-keys', '7', 'keys of the rcondeck TUI', [
			section('DESCRIPTION', paragraphs(keysDescription)),
			...keysSections(),
			section('SEE ALSO', references([mainPage, ['rcondeck-config', '5']])),
		]),
	};
}

const pageOf = (group: CommandGroup) => [`rcondeck-${group}`, '1'] as const;

function groupPage(group: CommandGroup, about: string, commands: readonly Branch[]): string {
	return page(`rcondeck-${group}`, '1', about, [
		section('SYNOPSIS', commands.map(({usage}) => `.B ${roff(usage)}`).join('\n.br\n')),
		section('DESCRIPTION', paragraphs([helpMessages.globalElsewhere])),
		section('COMMANDS', commands.map(commandPart).join('\n')),
		section('ENVIRONMENT', `See\n.BR rcondeck (1).`),
		...common(),
		section('EXAMPLES', examplesOf(commands)),
		section('SEE ALSO', references([mainPage, ...otherPages])),
	]);
}

const common = () => [
	section('FILES', list(files)),
	section('EXIT STATUS', list(Object.entries(exitWords).map(([name, text]) => [codeOf(name), text]))),
];

const description = [
	'rcondeck shows which servers are down and since when, runs RCON commands, follows the commands of the team, and starts, stops and restarts servers with a message to their players.',
	'Without a command it opens the TUI. Without a configured service the TUI opens the demo, a simulated fleet; a command uses the demo only with --demo, and otherwise exits with 2.',
	'SERVER is an ID, a name or a unique part of a name; id:ID uses the ID as is. Data goes to standard output, everything else to standard error. Without a terminal, every command that changes something on the service needs --yes, and so does rcon to a selection of servers or with a destructive command.',
	'Durations are written as 90s, 10m, 2h or 3d.',
];
const keysDescription = [
	'Lowercase keys never change anything on the service. Uppercase keys open a dialog that does nothing by default; G and N are the only harmless uppercase keys. In the TUI, ? shows the keys of the current pane, with the blocked ones in parentheses; ? again searches all keys.',
];

const exitWords: Record<keyof typeof exitCodes, string> = {
	done: 'Success. A delayed action was accepted.',
	failed: 'Failure for another reason.',
	wrongUsage: 'Invalid usage or configuration.',
	partlyFailed: 'Partial failure of a command on several servers.',
	notSignedIn: 'Not signed in.',
	notAllowed: 'Permission denied; the missing permission is shown.',
	notFound: 'Not found, or an ambiguous name.',
	conflict: 'Conflict with the state of the server; the error key is shown.',
	outcomeUnknown: 'Unknown outcome; the command may have run.',
	notReachable: 'The service is unreachable, failed, or sent an unreadable answer.',
	rateLimited: 'Too many requests.',
	refusedByUs:
		'Refused by rcondeck: read-only session, missing --yes, or a number of servers other than --expect.',
	ourBug: 'Bug in rcondeck; the path of the report is shown.',
	hangUp: 'Terminated by SIGHUP.',
	interrupted: 'Terminated by SIGINT.',
	quit: 'Terminated by SIGQUIT.',
	terminated: 'Terminated by SIGTERM.',
};
const codeOf = (name: string) => String(exitCodes[name as keyof typeof exitCodes]); // Safe: the names of this table.

const files: [string, string][] = [
	['$XDG_CONFIG_HOME/rcondeck/config.toml', 'Profiles and settings.'],
	['$XDG_CONFIG_HOME/rcondeck/credentials.toml', 'Credentials. Refused if other users can read the file.'],
	['$XDG_STATE_HOME/rcondeck/journal.db', 'Journal: commands, answers, actions and state changes.'],
	['$XDG_STATE_HOME/rcondeck/demo-journal.db', 'Journal of the demo.'],
	['$XDG_STATE_HOME/rcondeck/completion.json', 'Names for shell completion, from the last lists.'],
	['$XDG_STATE_HOME/rcondeck/teams.json', 'The team of each application, which saves a request.'],
	[
		'$XDG_STATE_HOME/rcondeck/welcome-dismissed',
		'Present once the welcome of the TUI is not needed anymore.',
	],
];

/** Reads the table of variables from the page on configuration. */
function environment(): [string, string][] {
	const rows = docPage('configuration.md').text.matchAll(/^\| (`[A-Z][A-Z_`, ]+`) +\| (.*?) *\|$/gm);
	return [...rows].map(([, names = '', text = '']) => [
		names.replaceAll('`', ''),
		text.replaceAll('`', '').replaceAll(/\[(.*?)\]\(.*?\)/g, '$1'),
	]);
}

/** Lists the commands of a group, one line each, with the page that explains them. */
function overviewOf(group: CommandGroup, commands: readonly Branch[]): string {
	const rows = commands.filter(({path: name}) => !name.includes(' '));
	return [
		`.SS ${roff(commandGroups[group].heading.replace(':', ''))}`,
		list(rows.map(({path: name, description: text}) => [name, text])),
		`.PP\nSee\n.BR rcondeck\\-${group} (1).`,
	].join('\n');
}

function commandPart({path: name, description: text, usage, arguments: given, ...branch}: Branch): string {
	const about = given.filter(argument => argument.description !== '');
	return [
		`.SS ${roff(name)}`,
		`.B ${roff(usage)}`,
		'.PP',
		sentence(text),
		...(about.length === 0 ? [] : [list(about.map(argument => [argument.name, argument.description]))]),
		...(branch.options.some(({flags}) => !flags.includes('--help'))
			? [optionList({...branch, path: name})]
			: []),
	].join('\n');
}

function optionList({path: name, options}: Pick<Branch, 'path' | 'options'>): string {
	return list(
		options
			.filter(({flags}) => name === '' || !flags.includes('--help'))
			.map(({usage, help}) => [usage, help]),
	);
}

function examplesOf(commands: readonly Branch[]): string {
	const all = commands.flatMap(({examples}) => examples);
	const once = [...new Map(all.map(example => [example.line, example])).values()];
	return once.map(({about, line}) => `.PP\n${roff(about)}:\n.PP\n.RS 4\n${code([line])}\n.RE`).join('\n');
}

function keysSections(): string[] {
	const parts: {heading: string; rows: [string, string][]}[] = [];
	for (const row of keyRows()) {
		if (row.kind === 'heading') parts.push({heading: row.text, rows: []});
		else parts.at(-1)?.rows.push([row.keys, row.help]);
	}
	return parts.map(({heading, rows}) => section(heading.toUpperCase(), list(rows)));
}

if (import.meta.main) {
	mkdirSync(manFolder, {recursive: true});
	for (const name of readdirSync(manFolder)) rmSync(path.join(manFolder, name));
	for (const [name, text] of Object.entries(await manPages()))
		writeFileSync(path.join(manFolder, name), text);
}
