import {expect, test} from 'vitest';
import {asciiOnly, asciiTyped, unlikeShown} from '../../../src/tui/theme/ascii.ts';
import {colorLevel, settleColors, themeFor} from '../../../src/tui/theme/choose.ts';
import {colorBlind, dark, highContrast, light, plain} from '../../../src/tui/theme/themes.ts';
import {widthOf} from '../../../src/lib/text/width.ts';

const usual = {noColor: false, ascii: false};

test.each<[Record<string, string>, 0 | 1 | 2 | 3]>([
	[{TERM: 'xterm'}, 1],
	[{TERM: 'xterm-256color'}, 2],
	[{TERM: 'xterm-256color', COLORTERM: 'truecolor'}, 3],
	[{TERM: 'xterm-256color', CI: 'true'}, 2],
	[{TERM: 'xterm-256color', NO_COLOR: '1'}, 0],
	[{TERM: 'xterm-256color', NO_COLOR: ''}, 2],
	[{TERM: 'screen-256color', COLORTERM: 'truecolor', STY: '7.tty'}, 2],
	[{TERM: 'linux', COLORTERM: 'truecolor'}, 1],
	[{TERM: 'dumb'}, 0],
	[{TERM: 'xterm', FORCE_COLOR: '3'}, 3],
	[{TERM: 'xterm', FORCE_COLOR: ''}, 1],
	[{TERM: 'xterm-256color', FORCE_COLOR: '0'}, 0],
	[{TERM: 'xterm', FORCE_COLOR: '3', NO_COLOR: '1'}, 0],
])('the environment %j allows %i', (env, level) => {
	expect(colorLevel(env, usual)).toBe(level);
});

test('--no-color takes precedence over everything', () => {
	expect(colorLevel({TERM: 'xterm', FORCE_COLOR: '3'}, {noColor: true})).toBe(0);
});

test('sets the color level where the painter reads it', () => {
	const env: Record<string, string | undefined> = {TERM: 'xterm-256color', CI: 'true', NO_COLOR: '1'};
	const settled = settleColors(env, usual);
	expect(env['FORCE_COLOR']).toBe('1');
	settled();
	expect(env).toEqual({TERM: 'xterm-256color', CI: 'true', NO_COLOR: '1'});
});

test.each<[Record<string, string>, string]>([
	[{TERM: 'xterm-256color', NO_COLOR: '1'}, '1'],
	[{TERM: 'vt220', NO_COLOR: '1'}, '1'],
	[{TERM: 'xterm-256color'}, '2'],
	[{TERM: 'dumb'}, '0'],
	[{TERM: 'vt52', NO_COLOR: '1'}, '0'],
])('in %j weight, underline and inverse are painted at level %s', (env, level) => {
	settleColors(env, usual);
	expect(env['FORCE_COLOR']).toBe(level);
});

test('restores the previous color setting once the painter has read it', () => {
	const env: Record<string, string | undefined> = {TERM: 'xterm', FORCE_COLOR: '3', NO_COLOR: '1'};
	settleColors(env, usual)();
	expect(env['FORCE_COLOR']).toBe('3');
});

test('the terminal background, NO_COLOR and the locale determine the theme', () => {
	expect(themeFor({TERM: 'xterm'}, usual)).toMatchObject({styles: dark, ascii: false});
	expect(themeFor({TERM: 'xterm', COLORFGBG: '0;15'}, usual).styles).toBe(light);
	expect(themeFor({TERM: 'xterm', NO_COLOR: '1'}, usual).styles).toBe(plain);
	expect(themeFor({TERM: 'xterm', LC_ALL: 'C'}, usual).ascii).toBe(true);
	expect(themeFor({TERM: 'xterm', LC_ALL: '', LANG: 'de_DE.UTF-8'}, usual).ascii).toBe(false);
	expect(themeFor({TERM: 'xterm', LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8'}, usual).ascii).toBe(true);
	expect(themeFor({TERM: 'xterm'}, {...usual, ascii: true}).glyphs.horizontal).toBe('-');
});

test('the color of a profile is that of its label, in every theme with colors', () => {
	const look = {...usual, profileColor: 'magenta'};
	expect(themeFor({TERM: 'xterm'}, look).styles.profile).toEqual({color: 'magenta', bold: true});
	expect(themeFor({TERM: 'xterm'}, usual).styles.profile).toEqual(dark.danger);
	expect(light.profile).toEqual(light.danger);
	expect(themeFor({TERM: 'xterm'}, {...look, theme: 'high-contrast'}).styles.profile.color).toBe('magenta');
	expect(themeFor({TERM: 'xterm', NO_COLOR: '1'}, look).styles.profile).toEqual(plain.danger);
});

test('the plain theme has no color at all', () => {
	expect(Object.values(plain).filter(style => style.color !== undefined)).toEqual([]);
	expect(plain.current.inverse).toBe(true);
	expect(plain.match.inverse).toBe(true);
	expect(plain.paneFocused.inverse).toBe(true);
});

test('a terminal without Unicode gets only ASCII of the same width', () => {
	for (const text of ['─┌│…', '漢字-8', 'Ünïcode', 'plain', '👍']) {
		expect(asciiOnly(text)).toMatch(/^[\x20-\x7e]*$/);
		expect(widthOf(asciiOnly(text))).toBe(widthOf(text));
	}
	expect(asciiOnly('漢a…')).toBe('??a~');
	expect(asciiOnly('Zürich')).toBe('Z?rich');
	expect(asciiTyped('Zürich 漢…')).toBe('Zurich ??~');
});

test('reports text that such a terminal cannot show', () => {
	expect(unlikeShown('status')).toBeUndefined();
	expect(unlikeShown('say ü')).toBe('1 character is sent as typed, not as shown here: U+00FC');
	expect(unlikeShown('üü漢字かな')).toContain('6 characters are sent as typed');
	expect(unlikeShown('üü漢字かな')).toContain(': U+00FC U+6F22 U+5B57 U+304B ...');
});

test('a selected theme takes precedence over the background, and no color over both', () => {
	const of = (theme: 'dark' | 'light' | 'plain' | 'high-contrast' | 'colour-blind', env = {}) =>
		themeFor({TERM: 'xterm-256color', COLORFGBG: '0;15', ...env}, {...usual, theme}).styles;
	expect(of('dark')).toBe(dark);
	expect(of('light', {COLORFGBG: '15;0'})).toBe(light);
	expect(of('plain')).toBe(plain);
	expect(of('high-contrast')).toEqual(highContrast(light));
	expect(of('colour-blind')).toEqual(colorBlind(2, true));
	expect(of('colour-blind', {TERM: 'xterm', COLORFGBG: ''})).toEqual(colorBlind(1, false));
	expect(of('high-contrast', {NO_COLOR: '1'})).toBe(plain);
});

test('high contrast has no gray and shows alerts as blocks', () => {
	for (const base of [dark, light]) {
		const styles = highContrast(base);
		expect(Object.values(styles).filter(({color, dim}) => color === 'gray' || dim)).toEqual([]);
		expect(styles.offline).toMatchObject({inverse: true, bold: true});
		expect(styles.online.inverse).toBeUndefined();
	}
});

test('the colorblind theme never shows up as green or down as red, and down is also bold', () => {
	for (const styles of [1, 2, 3].flatMap(level => [colorBlind(level, false), colorBlind(level, true)])) {
		expect(
			Object.values(styles)
				.map(({color}) => color ?? '')
				.filter(color => /^(red|green)/.test(color)),
		).toEqual([]);
		expect(styles.offline.color).not.toBe(styles.online.color);
		expect(styles.offline.bold).toBe(true);
	}
});
