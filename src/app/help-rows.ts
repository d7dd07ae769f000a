import type {CommandId} from '../messages/command-ids.ts';
import {helpMessages} from '../messages/help.ts';
import {scopesOf} from './focus.ts';
import type {State} from './state.ts';
import {targetsOf} from './targets-of.ts';
import {blockedBecause, type Keyed} from './hints.ts';
import {keyLabel} from './kernel/keymap/key-label.ts';
import {renderWithKeys} from './kernel/keymap/keymap.ts';
import type {Scope} from './kernel/keymap/scope.ts';

export type HelpRow =
	| {kind: 'heading'; text: string}
	| {kind: 'key'; id: CommandId; keys: string; title: string; help: string; blocked: string | undefined};

const headings: readonly {scopes: readonly Scope[]; text: string}[] = [
	{scopes: ['servers'], text: 'Servers'},
	{scopes: ['console', 'consoleFound', 'consoleSearch'], text: 'Console'},
	{scopes: ['results', 'results-input'], text: helpMessages.severalServers},
	{scopes: ['everywhere', 'always', 'exporting'], text: 'Everywhere'},
	{scopes: ['timeline', 'timelineFilter'], text: 'Timeline'},
	{scopes: ['list'], text: helpMessages.screens},
	{scopes: ['facts'], text: helpMessages.details},
	{scopes: ['nodes'], text: 'Nodes'},
	{scopes: ['automations', 'runs'], text: helpMessages.automations},
	{scopes: ['team'], text: 'Team'},
	{scopes: ['input', 'field'], text: helpMessages.input},
	{scopes: ['search'], text: helpMessages.historySearch},
	{scopes: ['paste'], text: helpMessages.paste},
	{scopes: ['filter'], text: 'Filter'},
	{scopes: ['dialog'], text: 'Dialogs'},
	{scopes: ['jobs'], text: 'Jobs'},
	{scopes: ['menu'], text: helpMessages.menus},
	{scopes: ['palette'], text: 'Palette'},
	{scopes: ['help'], text: helpMessages.help},
];

/** Every key, each command once, under the first heading that fits; what works where the keys go now comes first. */
export function helpRows(state: State, {settings, keymap, screens}: Keyed): HelpRow[] {
	const listed = new Set<string>();
	const targets = targetsOf(state, screens);
	const near = new Set<Scope>(scopesOf({...state, dialog: undefined}));
	near.delete('everywhere');
	near.delete('always');
	const isNear = ({scopes}: (typeof headings)[number]) => scopes.some(scope => near.has(scope));
	return headings
		.toSorted((a, b) => Number(isNear(b)) - Number(isNear(a)))
		.flatMap(({scopes, text}): HelpRow[] => {
			const here = keymap.commands.filter(
				({id, scopes: of}) => !listed.has(id) && of.some(scope => scopes.includes(scope)),
			);
			for (const {id} of here) listed.add(id);
			const rows = here.map((command): HelpRow => {
				const blocked = blockedBecause(command, state, targets, settings);
				return {
					kind: 'key',
					id: command.id,
					keys: command.keys.map(keyLabel).join(' '),
					title: command.title,
					help: renderWithKeys(command.help, keymap),
					blocked: blocked && renderWithKeys(blocked, keymap),
				};
			});
			return rows.length === 0 ? [] : [{kind: 'heading', text}, ...rows];
		});
}
