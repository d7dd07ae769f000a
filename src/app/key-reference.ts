import {type ListId, listIds} from './kernel/screens/screens-state.ts';
import {namesOf, screenIds} from '../messages/screen-words.ts';
import type {CommandId} from '../messages/key-words.ts';
import {keyReferenceMessages} from '../messages/help.ts';
import {keyLabel} from './kernel/keys/chords.ts';
import {type Keymap, renderWithKeys} from './kernel/keys/keymap.ts';
import type {Scope} from './kernel/keys/scope.ts';

export type KeyReferenceRow =
	{kind: 'heading'; text: string} | {kind: 'key'; id: CommandId; keys: string; title: string; help: string};

const headings: readonly {scopes: readonly Scope[]; text: string}[] = [
	{scopes: ['servers'], text: 'Servers'},
	{scopes: ['console', 'consoleFound', 'consoleSearch'], text: 'Console'},
	{scopes: ['details'], text: keyReferenceMessages.serverDetails},
	{
		scopes: ['results', 'resultsFound', 'resultsSearch', 'results-input'],
		text: keyReferenceMessages.severalServers,
	},
	{scopes: ['everywhere', 'always', 'exporting'], text: 'Everywhere'},
	{scopes: ['timeline', 'timelineFilter'], text: 'Timeline'},
	{scopes: ['list'], text: namesOf(listIds)},
	{scopes: ['facts'], text: keyReferenceMessages.rowDetails},
	...screenIds
		.map((id): ListId[] => (id === 'automations' ? [id, 'runs'] : [id]))
		.map(scopes => ({scopes, text: namesOf(scopes)})),
	{scopes: ['input', 'field'], text: keyReferenceMessages.input},
	{scopes: ['search'], text: keyReferenceMessages.historySearch},
	{scopes: ['paste'], text: keyReferenceMessages.paste},
	{scopes: ['filter'], text: 'Filter'},
	{scopes: ['dialog'], text: 'Dialogs'},
	{scopes: ['jobs'], text: 'Jobs'},
	{scopes: ['report'], text: 'Handover'},
	{scopes: ['menu'], text: keyReferenceMessages.menus},
	{scopes: ['palette'], text: 'Palette'},
	{scopes: ['help'], text: keyReferenceMessages.help},
];

/** Returns every key of the program in full, each command once, under the first heading that fits. */
export function keyReference(keymap: Keymap): KeyReferenceRow[] {
	const listed = new Set<string>();
	return headings.flatMap(({scopes, text}): KeyReferenceRow[] => {
		const here = keymap.commands.filter(
			({id, scopes: of}) => !listed.has(id) && of.some(scope => scopes.includes(scope)),
		);
		for (const {id} of here) listed.add(id);
		const rows = here.map((command): KeyReferenceRow => ({
			kind: 'key',
			id: command.id,
			keys: command.keys.map(keyLabel).join(' '),
			title: command.title,
			help: renderWithKeys(command.help, keymap),
		}));
		return rows.length === 0 ? [] : [{kind: 'heading', text}, ...rows];
	});
}
