import type {ByName} from '../lib/json/maps.ts';

/** The meanings of cells. */
export const cellTones = [
	...(['plain', 'faint', 'online', 'offline', 'changing', 'unknown', 'warning', 'failure'] as const),
	...(['me', 'other'] as const),
] as const;

/** The meanings of texts on screen. */
export const tones = [
	...cellTones,
	...(['rule', 'title', 'titleFocused', 'paneFocused', 'heading', 'label'] as const),
	...(['current', 'currentBad', 'currentElsewhere', 'live', 'lost', 'info'] as const),
	...(['done', 'danger', 'hintKey'] as const),
	...(['prompt', 'promptFocused', 'placeholder', 'profile', 'demo'] as const),
	...(['button', 'buttonFocused', 'buttonDanger', 'buttonDangerFocused'] as const),
	...(['changed', 'time', 'command', 'response', 'output', 'latency', 'pending', 'timeout'] as const),
	...(['late', 'note', 'gap', 'bookmark', 'unread', 'match', 'cursor'] as const),
] as const;

/** The words of a style besides colors. */
export const styleAttributes = ['bold', 'dim', 'inverse', 'underline'] as const;

const basicColors = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;
/** The colors of a terminal by name, which its user may have changed. */
export const terminalColors = [
	'gray',
	...basicColors,
	...basicColors.map(name => `${name}Bright` as const),
] as const;

/** A color at each depth. Of 256, the first 16 are those of the terminal. */
export type ThemeColor = {
	truecolor?: string | undefined;
	256?: number | undefined;
	16?: (typeof terminalColors)[number] | undefined;
};

type Colors = ByName<ThemeColor> | undefined;
/** Styles are words in any order: attributes, and the name of a color. */
type Styles = {readonly [Tone in (typeof tones)[number]]?: string | undefined} | undefined;

/** A file of `assets/themes`, or of the user. What it does not say is as in the default theme. */
export type ThemeFile = {
	dark?: Colors;
	light?: Colors;
	tones?: Styles;
	'tones-16'?: Styles;
	'tones-none'?: Styles;
};
