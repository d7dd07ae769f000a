import type {Style, Theme} from './tokens.ts';
import type {Tone} from '../../app/kernel/text/spans.ts';

/** For a dark background: bright colors for what matters, gray for what can be skipped. */
export const dark: Theme['styles'] = {
	time: {color: 'gray'},
	me: {color: 'cyan'},
	other: {color: 'magenta'},
	command: {bold: true},
	response: {},
	output: {color: 'gray'},
	latency: {color: 'gray'},
	pending: {color: 'yellow'},
	timeout: {color: 'yellowBright', bold: true},
	late: {color: 'yellow'},
	failure: {color: 'redBright'},
	note: {color: 'blueBright'},
	gap: {color: 'yellow'},
	bookmark: {color: 'cyanBright', bold: true},
	unread: {color: 'magentaBright', bold: true},
	match: {inverse: true},
	cursor: {inverse: true, bold: true},
	faint: {color: 'gray'},
	plain: {},
	rule: {color: 'gray'},
	title: {bold: true},
	titleFocused: {color: 'cyanBright', bold: true},
	paneFocused: {color: 'cyanBright', bold: true},
	heading: {color: 'gray'},
	label: {color: 'gray'},
	current: {inverse: true, bold: true},
	currentElsewhere: {bold: true},
	online: {color: 'green'},
	offline: {color: 'redBright', bold: true},
	changing: {color: 'yellow'},
	unknown: {color: 'magenta'},
	live: {color: 'green'},
	lost: {color: 'redBright', bold: true},
	info: {color: 'cyan'},
	done: {color: 'green'},
	warning: {color: 'yellowBright'},
	danger: {color: 'redBright', bold: true},
	hintKey: {color: 'cyanBright'},
	prompt: {color: 'gray'},
	promptFocused: {color: 'cyanBright', bold: true},
	placeholder: {color: 'gray'},
	button: {},
	buttonFocused: {inverse: true, bold: true},
	changed: {inverse: true},
	profile: {color: 'redBright', bold: true},
	demo: {color: 'green', bold: true},
};

/** Distinctions that other themes make only by color. */
const withoutColor: Partial<Record<Tone, Style>> = {
	paneFocused: {bold: true, inverse: true},
	failure: {bold: true},
	warning: {bold: true},
	hintKey: {bold: true},
};

/** Without any color: weight and inverse carry the meaning, and each meaning also has a sign or a word. */
export const plain: Theme['styles'] = Object.fromEntries(
	Object.entries({...dark, ...withoutColor}).map(([token, {bold, inverse}]): [string, Style] => [
		token,
		{...(bold && {bold}), ...(inverse && {inverse})},
	]),
) as Record<Tone, Style>; // the same tokens as in the dark theme

/** For a light background, on which the bright colors of the dark theme are unreadable. */
export const light: Theme['styles'] = {
	...dark,
	me: {color: 'blue'},
	pending: {color: 'magenta'},
	timeout: {color: 'red', bold: true},
	late: {color: 'magenta'},
	failure: {color: 'red'},
	note: {color: 'blue'},
	gap: {color: 'magenta'},
	bookmark: {color: 'blue', bold: true},
	unread: {color: 'magenta', bold: true},
	titleFocused: {color: 'blue', bold: true},
	paneFocused: {color: 'blue', bold: true},
	offline: {color: 'red', bold: true},
	changing: {color: 'magenta'},
	lost: {color: 'red', bold: true},
	info: {color: 'blue'},
	warning: {color: 'red'},
	danger: {color: 'red', bold: true},
	profile: {color: 'red', bold: true},
	hintKey: {color: 'blue'},
	promptFocused: {color: 'blue', bold: true},
};

/** Tones that must be visible from across the room. */
const alarms = new Set<string>(['offline', 'lost', 'danger', 'profile', 'failure', 'timeout']);

/**
Derives a high-contrast theme for tired eyes and bad screens: no gray, every color bold, alarms as inverse
blocks.
*/
export function highContrast(base: Theme['styles']): Theme['styles'] {
	const looks = Object.entries(base).map(([token, {color, ...rest}]): [string, Style] => [
		token,
		{
			...rest,
			...(color !== undefined && color !== 'gray' && {color, bold: true}),
			...(alarms.has(token) && {inverse: true}),
		},
	]);
	return Object.fromEntries(looks) as Record<Tone, Style>; // the tokens of `base`
}

type Palette = {good: string; bad: string; change: string; other: string; accent: string};

/**
Colors of the Okabe-Ito palette, which remain distinct with the common kinds of color blindness; darker on a
light background.
*/
const onDark: Palette = {
	good: '#56b4e9',
	bad: '#e69f00',
	change: '#f0e442',
	other: '#cc79a7',
	accent: '#56b4e9',
};
const onLight: Palette = {
	good: '#0072b2',
	bad: '#b34700',
	change: '#7a5c00',
	other: '#882255',
	accent: '#0072b2',
};
/** The same meanings with sixteen colors: blue against yellow, never red against green. */
const sixteenOnDark: Palette = {
	good: 'blueBright',
	bad: 'yellowBright',
	change: 'white',
	other: 'magentaBright',
	accent: 'cyanBright',
};
const sixteenOnLight: Palette = {
	good: 'blue',
	bad: 'magenta',
	change: 'black',
	other: 'magenta',
	accent: 'blue',
};

/** Good and bad differ in hue for everyone, and bad is also bold. `level` as in `colorLevel`. */
export function colorBlind(level: number, isLight: boolean): Theme['styles'] {
	const sixteen = isLight ? sixteenOnLight : sixteenOnDark;
	const many = isLight ? onLight : onDark;
	const {good, bad, change, other, accent} = level >= 2 ? many : sixteen;
	return {
		...dark,
		me: {color: accent},
		other: {color: other},
		pending: {color: change},
		timeout: {color: bad, bold: true},
		late: {color: change},
		failure: {color: bad, bold: true},
		note: {color: accent},
		gap: {color: change},
		titleFocused: {color: accent, bold: true},
		paneFocused: {color: accent, bold: true},
		online: {color: good},
		offline: {color: bad, bold: true},
		changing: {color: change},
		unknown: {color: other},
		live: {color: good},
		lost: {color: bad, bold: true},
		info: {color: accent},
		done: {color: good},
		warning: {color: bad},
		danger: {color: bad, bold: true, inverse: true},
		hintKey: {color: accent},
		promptFocused: {color: accent, bold: true},
		profile: {color: bad, bold: true, inverse: true},
		demo: {color: good, bold: true},
	};
}
