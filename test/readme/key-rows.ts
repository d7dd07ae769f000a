import {commands, registry} from '../../src/app/features.ts';
import {createKeymap} from '../../src/app/kernel/keymap/keymap.ts';
import {helpRows, type HelpRow} from '../../src/app/help-rows.ts';
import {initialState} from '../../src/app/state.ts';

/** Every key of the TUI with what it does. Nothing of a session shows in them. */
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
	return helpRows(initialState, {...registry, settings, keymap: createKeymap(commands)});
}
