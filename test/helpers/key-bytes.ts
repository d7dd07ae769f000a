const named = {
	up: '\x1b[A',
	down: '\x1b[B',
	right: '\x1b[C',
	left: '\x1b[D',
	home: '\x1b[H',
	end: '\x1b[F',
	pageup: '\x1b[5~',
	pagedown: '\x1b[6~',
	delete: '\x1b[3~',
	'shift+tab': '\x1b[Z',
	enter: '\r',
	esc: '\x1b',
	tab: '\t',
	space: ' ',
	backspace: '\x7f',
};

/** The name of a key, `ctrl+` and a letter, or the character itself. */
export type KeyName = keyof typeof named | `ctrl+${string}` | (string & {});

/** The bytes that a terminal sends for a key. */
export function bytesOfKey(key: KeyName): string {
	if (Object.hasOwn(named, key)) return named[key as keyof typeof named]; // Checked by `hasOwn`.
	if (/^ctrl\+[a-z]$/.test(key)) return String.fromCharCode(key.charCodeAt(5) - 96);
	return key;
}
