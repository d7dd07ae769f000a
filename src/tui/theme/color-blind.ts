import {dark} from './dark.ts';
import type {Theme} from './tokens.ts';

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
