import {tableOf} from '../../../lib/maps.ts';
import {keymapMessages} from '../../../messages/keymap.ts';

const names = tableOf<string>({
	space: ' ',
	enter: 'enter',
	return: 'enter',
	esc: 'esc',
	escape: 'esc',
	tab: 'tab',
	'shift+tab': 'shift+tab',
	up: 'up',
	down: 'down',
	left: 'left',
	right: 'right',
	pageup: 'pageup',
	pgup: 'pageup',
	pagedown: 'pagedown',
	pgdn: 'pagedown',
	home: 'home',
	end: 'end',
	backspace: 'backspace',
	delete: 'delete',
	del: 'delete',
});

/** Chords for which terminals send another key. */
const sameAs = tableOf<string>({
	'ctrl+h': 'Backspace',
	'ctrl+i': 'Tab',
	'ctrl+j': 'Enter',
	'ctrl+m': 'Enter',
});

/**
Parses a key as people write it (`f`, `Ctrl-F`, `Alt-F`, `PgDn`, `space`) into the chord that the TUI receives, or
returns why the TUI never receives it.
*/
export function chordNamed(written: string): {chord: string} | {problem: string} {
	if ([...written].length === 1 && written > ' ' && written !== '\x7f') return {chord: written};
	const alt = /^(?:alt|meta|m)[-+](\S)$/i.exec(written.trim())?.[1];
	if (alt !== undefined) return {chord: `alt+${alt}`};
	const name = written
		.trim()
		.toLowerCase()
		.replace(/^(ctrl|control|c)[-+]/, 'ctrl+')
		.replace(/^shift-/, 'shift+');
	const chord = names.get(name);
	if (chord !== undefined) return {chord};
	const same = sameAs.get(name);
	if (same !== undefined) return {problem: keymapMessages.sameAs(written, same)};
	if (/^ctrl\+[a-z]$/.test(name)) return {chord: name};
	if (/^f\d{1,2}$/.test(name)) return {problem: keymapMessages.notSent(written)};
	return {problem: keymapMessages.noKey(written)};
}

/** Returns whether a chord is one printable character and not the name of a key. */
export function isText(chord: string): boolean {
	return chord.length === 1 ? chord >= ' ' && chord !== '\x7f' : !/^[a-z+]+$/.test(chord);
}
