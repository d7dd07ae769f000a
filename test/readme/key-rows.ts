import {commands} from '../../src/core/commands/index.ts';
import {createKeymap} from '../../src/core/keymap/keymap.ts';
import {helpRows, type HelpRow} from '../../src/core/keymap/help-rows.ts';
import {initialState} from '../../src/core/state/index.ts';

/** Every key of the deck with what it does. Nothing of a session shows in them. */
export function keyRows(): HelpRow[] {
	const settings = {
		profile: {name: '', label: '', colour: undefined, isDemo: true, words: []},
		pollMs: 0,
		awaitMs: 0,
		readOnly: false,
		version: '',
		aliases: {},
		dangerous: [],
		protect: 'normal' as const,
		messages: [],
		bell: false,
	};
	return helpRows(initialState, {settings, keymap: createKeymap(commands)});
}
