import type {ByName} from '../../lib/json/maps.ts';
import {replaceUnprintable} from '../../lib/text/text.ts';
import {cut} from '../../lib/text/width.ts';

/** Every desktop truncates longer texts. */
const maxColumns = 200;

/**
Returns a bell, preceded by a notification if there is a text: OSC 777 for terminals that know it and not the
older OSC 9 (rxvt, foot, VTE-based ones), else OSC 9. A multiplexer drops both but passes on the bell; nothing
works around that. The text cannot end the sequence: it has no control characters, and `;` separates fields.
*/
export function bell(env: ByName<string | undefined>, text?: string): string {
	const term = env['TERM'] ?? '';
	// The kernel's console and old hardware print sequences that they do not know.
	if (text === undefined || /^(linux|vt|dumb)/.test(term)) return '\x07';
	const body = cut(
		replaceUnprintable(text, () => ' ')
			.replaceAll(/[\t\n]/g, ' ')
			.replaceAll(';', ','),
		maxColumns,
	);
	const isNewer = /^(rxvt|foot)/.test(term) || env['VTE_VERSION'] !== undefined;
	const head = isNewer ? '777;notify;rcondeck;' : '9;rcondeck: ';
	return `\x1b]${head}${body}\x07\x07`;
}

/**
Terminal state that outlives a frame. `on` has private modes that are off by default (2004 bracketed paste,
1000 and related mouse reports, 1004 focus reports); `keyboard` has the flags pushed with the kitty protocol.
*/
export type Modes = {
	alternate: boolean;
	cursor: boolean;
	keyboard: string | undefined;
	on: ReadonlySet<string>;
};

/** A terminal as a shell leaves it; exits restore this. */
export const untouched: Modes = {alternate: false, cursor: true, keyboard: undefined, on: new Set()};

/** One control in a chunk of controls. */
export type Control =
	| {kind: 'alternate'; isOn: boolean}
	| {kind: 'cursor'; isOn: boolean}
	| {kind: 'mode'; mode: string; isOn: boolean}
	| {kind: 'keyboard'; flags: string | undefined}
	| {kind: 'query'; bytes: string};

const control = /\x1b\[(?:\?([\d;]+)([hl])|>(\d+)u|(<)\d*u|\?u)/g;
const onlyControls = /^(?:\x1b\[(?:\?[\d;]+[hl]|>\d+u|<\d*u|\?u))+$/;
/** 2004 paste, 9 and 1000 to 1016 mouse and focus reports, 2031 color scheme reports. */
const passedOn = /^(?:9|10(?:0\d|1[0-6])|2004|2031)$/;

/**
Parses a chunk that has only controls; returns undefined for any other. Ink writes modes and text separately,
so a mode within text comes from elsewhere and is ignored.
*/
export function controlsIn(chunk: string): Control[] | undefined {
	if (!onlyControls.test(chunk)) return undefined;
	const found: Control[] = [];
	for (const [bytes, modes, final, pushed, popped] of chunk.matchAll(control)) {
		const isOn = final === 'h';
		if (pushed !== undefined) found.push({kind: 'keyboard', flags: pushed});
		else if (popped !== undefined) found.push({kind: 'keyboard', flags: undefined});
		else if (modes === undefined) found.push({kind: 'query', bytes});
		else {
			for (const mode of modes.split(';')) {
				if (mode === '1049') found.push({kind: 'alternate', isOn});
				else if (mode === '25') found.push({kind: 'cursor', isOn});
				else if (passedOn.test(mode)) found.push({kind: 'mode', mode, isOn});
			}
		}
	}
	return found;
}

/** Returns the bytes for everything but the screen and the cursor. Each screen has its own keyboard stack. */
export function switchModes(from: Modes, to: Modes): string {
	let bytes = '';
	for (const mode of from.on) if (!to.on.has(mode)) bytes += `\x1b[?${mode}l`;
	if (from.keyboard !== to.keyboard) {
		if (from.keyboard !== undefined) bytes += '\x1b[<u';
		if (to.keyboard !== undefined) bytes += `\x1b[>${to.keyboard}u`;
	}
	for (const mode of to.on) if (!from.on.has(mode)) bytes += `\x1b[?${mode}h`;
	return bytes;
}

/** Ends line-drawing characters and insert mode, which another program may have left on. */
const plainCharacters = '\x1b(B\x1b)B\x1b[4l';
/**
Clears before any synchronized block: tmux loses what follows a clear inside one (tmux#5340). Disables
autowrap.
*/
export const cleared = `${plainCharacters}\x1b[r\x1b[m\x1b[?7l\x1b[H\x1b[J`;
export const enterAlternate = '\x1b[?1049h';
/**
Ends anything that a frame may have started, then restores the normal screen. Without an alternate screen (the
Linux console, GNU screen by default) the shell continues in a clean last row, as after vi.
*/
export const leaveAlternate = '\x1b[?2026l\x1b[r\x1b[m\x1b[?7h\x1b[999H\x1b[K\x1b[?1049l';

/**
Ends everything that a killed session may have left behind: a partial frame, mouse and focus reports,
bracketed paste, a pushed keyboard, a scroll region, colors, the second character set, the alternate screen, a
hidden cursor. Harmless on a terminal in its normal state. Clears nothing, so the user's scrollback stays.
*/
export const resetTerminal =
	'\x1b[?2026l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1004l\x1b[?2031l\x1b[?2004l' +
	`\x1b[<u${plainCharacters}\x1b[m\x1b7\x1b[r\x1b8\x1b[?7h\x1b[?1049l\x1b[?25h\x1b[m`;
