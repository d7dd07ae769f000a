import {tableOf} from '../../../lib/json/maps.ts';
import {keymapMessages} from '../../../messages/keys.ts';

/** The keys with a name: the chord, how it is written, and the other names by which people know it. */
const namedKeys: readonly {chord: string; label: string; names?: readonly string[]}[] = [
	{chord: ' ', label: 'Space', names: ['space']},
	{chord: 'enter', label: 'Enter', names: ['return']},
	{chord: 'esc', label: 'Esc', names: ['escape']},
	{chord: 'tab', label: 'Tab'},
	{chord: 'shift+tab', label: 'Shift-Tab'},
	{chord: 'up', label: 'Up'},
	{chord: 'down', label: 'Down'},
	{chord: 'left', label: 'Left'},
	{chord: 'right', label: 'Right'},
	{chord: 'pageup', label: 'PgUp', names: ['pgup']},
	{chord: 'pagedown', label: 'PgDn', names: ['pgdn']},
	{chord: 'home', label: 'Home'},
	{chord: 'end', label: 'End'},
	{chord: 'backspace', label: 'Backspace'},
	{chord: 'delete', label: 'Delete', names: ['del']},
];

const chordsByName: ReadonlyMap<string, string> = new Map(
	namedKeys.flatMap(({chord, names = []}) => [chord, ...names].map(name => [name, chord] as const)),
);

/** Returns the chord of a key by one of its names in lower case; undefined if no key has it. */
export const chordOfName = (name: string): string | undefined => chordsByName.get(name);

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
	const chord = chordOfName(name);
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

const labels: ReadonlyMap<string, string> = new Map(namedKeys.map(({chord, label}) => [chord, label]));

/** Returns a chord as people write it: `ctrl+r` becomes Ctrl-R. */
export function keyLabel(key: string): string {
	const label = labels.get(key);
	if (label !== undefined) return label;
	if (key.startsWith('alt+')) return `Alt-${key.slice(4)}`;
	return key.startsWith('ctrl+') ? `Ctrl-${key.slice(5).toUpperCase()}` : key;
}
