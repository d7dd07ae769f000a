import {scopesOf} from '../focus.ts';
import type {Scope} from '../scope.ts';
import type {Settings, KeyOverrides} from '../settings.ts';
import type {State} from '../state/index.ts';
import {automationCommands} from './automations.ts';
import {appCommands} from './app.ts';
import type {Command} from './command.ts';
import {consoleCommands} from './console.ts';
import {filterCommands} from './filter.ts';
import {dialogCommands} from './dialog.ts';
import {fieldCommands} from './field.ts';
import {inputCommands} from './input.ts';
import {jobCommands} from './jobs.ts';
import {keyLabel} from './key-label.ts';
import {keymapOf} from './keymap.ts';
import {listCommands} from './list.ts';
import {manyCommands} from './many.ts';
import {menuCommands} from './menu.ts';
import {searchCommands} from './history-search.ts';
import {nodeCommands} from './nodes.ts';
import {paletteCommands} from './palette.ts';
import {paneCommands} from './panes.ts';
import {withOverrides, type OverrideProblem} from './overrides.ts';
import {pasteCommands} from './paste.ts';
import {screenCommands} from './screens.ts';
import {timelineCommands} from './timeline.ts';
import {serverCommands} from './servers.ts';
import {takeAlongCommands} from './take-along.ts';
import {teamCommands} from './team.ts';
import {watchCommands} from './watch.ts';
import {viewCommands} from './view.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import {renderMessage, type FrontEnd, type Message} from '../../messages/text.ts';

/** Everything that a key can do. */
export const commands: readonly Command[] = [
	...paletteCommands,
	...serverCommands,
	...listCommands,
	...screenCommands,
	...nodeCommands,
	...teamCommands,
	...timelineCommands,
	...automationCommands,
	...consoleCommands,
	...filterCommands,
	...manyCommands,
	...watchCommands,
	...inputCommands,
	...searchCommands,
	...pasteCommands,
	...dialogCommands,
	...menuCommands,
	...jobCommands,
	...fieldCommands,
	...viewCommands,
	...takeAlongCommands,
	...paneCommands,
	...appCommands,
];

type KeySettings = Pick<Settings, 'keys'>;

/** The command of a chord where the keys go now: the nearest scope first. */
export const commandFor = (chord: string, state: State, settings: KeySettings): Command | undefined =>
	commandIn(scopesOf(state), chord, settings);

/** The same for scopes that are given. */
export const commandIn = (
	scopes: readonly Scope[],
	chord: string,
	{keys}: KeySettings,
): Command | undefined => keymapOf(commands, keys).find(scopes, chord);

/** A message with the keys of this session. */
export const renderWithKeys = (text: Message, settings: KeySettings): string =>
	renderMessage(text, tuiFrontEnd(settings));

/** Everything that a key can do, with the keys of this session. */
export const commandsOf = ({keys}: KeySettings): readonly Command[] => keymapOf(commands, keys).commands;

/** The first key of a command in this session, or the preferred one, as people write it. */
export const keyOf = (id: CommandId, settings: KeySettings, prefer?: string): string =>
	keyLabel(keyAmong(commandsOf(settings).find(command => command.id === id)?.keys ?? [], prefer));

const keyAmong = (keys: readonly string[], prefer: string | undefined): string =>
	prefer !== undefined && keys.includes(prefer) ? prefer : (keys[0] ?? '');

/** Messages with the keys of this session. */
export const tuiFrontEnd = (settings: KeySettings): FrontEnd => ({
	kind: 'tui',
	keyLabel: (id, prefer) => keyOf(id, settings, prefer),
});

/** What is wrong with the keys of the configuration. */
export const keyProblems = (keys: KeyOverrides): readonly OverrideProblem[] =>
	withOverrides(commands, keys).problems;

/** Why a command cannot run now, if it cannot. */
export function blockedBecause(command: Command, state: State, settings: Settings): Message | undefined {
	if (command.danger && settings.readOnly) return 'This session is read-only: nothing is sent to a server.';
	return command.blocked?.(state, settings);
}

export type Hint = {key: string; title: string};

/** What the hint bar offers where the keys go now: only what works; last what is named where there is room. */
export function hintsFor(state: State, settings: Settings): Hint[] {
	const scopes = scopesOf(state);
	return commandsOf(settings)
		.filter(({hint, scopes: of}) => hint && of.some(scope => scopes.includes(scope)))
		.filter(command => blockedBecause(command, state, settings) === undefined)
		.toSorted((a, b) => Number(a.hint === 'room') - Number(b.hint === 'room'))
		.map(({keys, title}) => ({key: keyLabel(keys[0] ?? ''), title}));
}

export type HelpRow =
	| {kind: 'heading'; text: string}
	| {kind: 'key'; id: CommandId; keys: string; title: string; help: string; blocked: string | undefined};

const headings: readonly {scopes: readonly Scope[]; text: string}[] = [
	{scopes: ['servers'], text: 'Servers'},
	{scopes: ['console', 'consoleFound', 'consoleSearch'], text: 'Console'},
	{scopes: ['results', 'results-input'], text: 'Answers of several servers'},
	{scopes: ['everywhere', 'always', 'exporting'], text: 'Everywhere'},
	{scopes: ['timeline', 'timelineFilter'], text: 'Timeline'},
	{scopes: ['list'], text: 'Nodes, automations, runs and team'},
	{scopes: ['facts'], text: 'Details of a node, an automation, a run or a member'},
	{scopes: ['nodes'], text: 'Nodes'},
	{scopes: ['automations', 'runs'], text: 'Automations and runs'},
	{scopes: ['team'], text: 'Team'},
	{scopes: ['input', 'field'], text: 'RCON input and every text field'},
	{scopes: ['search'], text: 'History search'},
	{scopes: ['paste'], text: 'Review of pasted lines'},
	{scopes: ['filter'], text: 'Filter'},
	{scopes: ['dialog'], text: 'Dialogs'},
	{scopes: ['jobs'], text: 'Jobs'},
	{scopes: ['menu'], text: 'Lists of choices'},
	{scopes: ['palette'], text: 'Palette'},
	{scopes: ['help'], text: 'This help'},
];

/** Every key, each command once, under the first heading that fits; what works where the keys go now comes first. */
export function helpRows(state: State, settings: Settings): HelpRow[] {
	const told = new Set<string>();
	const near = new Set<Scope>(scopesOf({...state, dialog: undefined}));
	near.delete('everywhere');
	near.delete('always');
	const isNear = ({scopes}: (typeof headings)[number]) => scopes.some(scope => near.has(scope));
	return headings
		.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)))
		.flatMap(({scopes, text}): HelpRow[] => {
			const here = commandsOf(settings).filter(
				({id, scopes: of}) => !told.has(id) && of.some(scope => scopes.includes(scope)),
			);
			for (const {id} of here) told.add(id);
			const rows = here.map((command): HelpRow => {
				const blocked = blockedBecause(command, state, settings);
				return {
					kind: 'key',
					id: command.id,
					keys: command.keys.map(keyLabel).join(' '),
					title: command.title,
					help: renderWithKeys(command.help, settings),
					blocked: blocked && renderWithKeys(blocked, settings),
				};
			});
			return rows.length === 0 ? [] : [{kind: 'heading', text}, ...rows];
		});
}
