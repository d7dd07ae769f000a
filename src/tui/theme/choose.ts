import type {ByName} from '../../lib/json/maps.ts';
import {themeFiles} from '../../contract/theme-files.ts';
import type {ThemeFile} from '../../contract/theme.ts';
import type {Background} from '../terminal/background-color.ts';
import {type ColorLevel, stylesOf} from './styles.ts';
import {asciiGlyphs, lineGlyphs, type Theme} from './tokens.ts';

type Environment = ByName<string | undefined>;
/**
`profileColor`: color of the profile label, if the theme has colors. `background`: the one that the
terminal reported, if it was asked.
*/
export type Look = {
	noColor: boolean;
	ascii: boolean;
	/** The default theme if undefined. */
	theme?: ThemeFile | undefined;
	/** All themes by name. */
	themes?: ByName<ThemeFile>;
	profileColor?: string | undefined;
	background?: Background | undefined;
};

/**
Returns the number of colors. A non-empty NO_COLOR and `--no-color` mean none
(no-color.org); FORCE_COLOR sets the level; otherwise TERM and COLORTERM decide. Variables of CI systems do
not matter.
*/
export function colorLevel(env: Environment, {noColor}: Pick<Look, 'noColor'>): ColorLevel {
	if (noColor || isSet(env['NO_COLOR']) || env['TERM'] === 'dumb') return 0;
	const forced = env['FORCE_COLOR'];
	if (forced !== undefined) {
		if (forced === 'false' || forced === '0') return 0;
		return forced === '2' ? 2 : forced === '3' ? 3 : 1;
	}
	const term = env['TERM'] ?? '';
	// GNU screen and the Linux console inherit COLORTERM from where they were started, but support less.
	const isLess = isSet(env['STY']) || term === 'linux';
	if (!isLess && (env['COLORTERM'] === 'truecolor' || env['COLORTERM'] === '24bit')) return 3;
	return /256|kitty|alacritty|ghostty/.test(term) ? 2 : 1;
}

/**
Sets the color level before Ink is imported. Chalk, which Ink uses for colors, reads the environment once on
import, ignores NO_COLOR, and assumes that a CI system has no colors. So the entry point must call this first,
import the rest of the TUI with `await import()`, and then call the returned function, which restores the
environment.

Without a level, chalk omits bold, underline and inverse as well, but no-color.org is only about color. If the
terminal supports these attributes, themes without colors use them for the selection, the focus and matches.
*/
export function settleColors(env: NodeJS.ProcessEnv, look: Pick<Look, 'noColor'>): () => void {
	const before = ['FORCE_COLOR', ...conflicting].map(name => [name, env[name]] as const);
	const level = Math.max(colorLevel(env, look), hasWeights(env) ? 1 : 0);
	for (const name of conflicting) delete env[name];
	env['FORCE_COLOR'] = String(level);
	return () => {
		for (const [name, value] of before) {
			if (value === undefined) delete env[name];
			else env[name] = value;
		}
	};
}

/** Node prints a warning if these are set together with a level. */
const conflicting = ['NO_COLOR', 'NODE_DISABLE_COLORS'];

/** Returns whether bold, underline and inverse are supported: by terminfo, in all terminals but those up to the VT52. */
const hasWeights = ({TERM: term = ''}: Environment) => !/^(dumb|unknown|vt5)/.test(term);

/**
Returns the theme of the TUI: ASCII if the locale cannot show more, with as many colors as wanted and possible. Until
the terminal reports its background, the environment tells it.
*/
export function themeFor(env: Environment, look: Look): Theme {
	const {theme = themeFiles.default, background = backgroundIn(env), profileColor} = look;
	const ascii = look.ascii || isAsciiTerminal(env);
	const level = colorLevel(env, look);
	const styles = stylesOf(theme, {level, background});
	const hasColor = Object.values(styles).some(({color}) => color !== undefined);
	if (hasColor && profileColor !== undefined) styles.profile = {color: profileColor, bold: true};
	return {styles, glyphs: ascii ? asciiGlyphs : lineGlyphs, ascii, hasColor};
}

const isSet = (value: string | undefined) => value !== undefined && value !== '';

/** Returns whether the terminal is assumed to show only ASCII. */
export const isAsciiTerminal = (env: Environment): boolean => env['TERM'] === 'dumb' || !speaksUnicode(env);

/** The first of LC_ALL, LC_CTYPE and LANG that is set counts (POSIX). Without any, a modern terminal is assumed. */
function speaksUnicode(env: Environment): boolean {
	const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
	return locale === undefined || /utf-?8/i.test(locale);
}

/** COLORFGBG is `foreground;background` in palette indexes; 7 and 15 are white. */
export const backgroundIn = (env: Environment): Background =>
	/;(7|15)$/.test(env['COLORFGBG'] ?? '') ? 'light' : 'dark';
