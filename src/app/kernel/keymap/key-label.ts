import {tableOf} from '../../../lib/maps.ts';

const labels = tableOf<string>({
	' ': 'Space',
	enter: 'Enter',
	esc: 'Esc',
	tab: 'Tab',
	'shift+tab': 'Shift-Tab',
	up: 'Up',
	down: 'Down',
	left: 'Left',
	right: 'Right',
	pageup: 'PgUp',
	pagedown: 'PgDn',
	home: 'Home',
	end: 'End',
	backspace: 'Backspace',
	delete: 'Delete',
});

/** Returns a chord as people write it: `ctrl+r` becomes Ctrl-R. */
export function keyLabel(key: string): string {
	const label = labels.get(key);
	if (label !== undefined) return label;
	if (key.startsWith('alt+')) return `Alt-${key.slice(4)}`;
	return key.startsWith('ctrl+') ? `Ctrl-${key.slice(5).toUpperCase()}` : key;
}
