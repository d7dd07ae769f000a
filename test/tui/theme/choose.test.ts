import {expect, test} from 'vitest';
import {asciiOnly, asciiTyped, unlikeShown} from '../../../src/tui/theme/ascii.ts';
import {colorLevel, settleColors, themeFor} from '../../../src/tui/theme/choose.ts';
import {themeFiles} from '../../../src/contract/theme-files.ts';
import {type ColorLevel, stylesOf} from '../../../src/tui/theme/styles.ts';
import {widthOf} from '../../../src/lib/text/width.ts';

const usual = {noColor: false, ascii: false};
const backgrounds = ['dark', 'light'] as const;

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

test('the terminal background, NO_COLOR and the locale determine the styles', () => {
	const of = (level: ColorLevel, background: 'dark' | 'light') =>
		stylesOf(themeFiles.default, {level, background});
	expect(themeFor({TERM: 'xterm'}, usual)).toMatchObject({styles: of(1, 'dark'), ascii: false});
	expect(themeFor({TERM: 'xterm', COLORFGBG: '0;15'}, usual).styles).toEqual(of(1, 'light'));
	expect(themeFor({TERM: 'xterm', COLORFGBG: '0;15'}, {...usual, background: 'dark'}).styles).toEqual(
		of(1, 'dark'),
	);
	expect(themeFor({TERM: 'xterm-256color'}, usual).styles).toEqual(of(2, 'dark'));
	expect(themeFor({TERM: 'xterm', NO_COLOR: '1'}, usual).styles).toEqual(of(0, 'dark'));
	expect(themeFor({TERM: 'xterm', LC_ALL: 'C'}, usual).ascii).toBe(true);
	expect(themeFor({TERM: 'xterm', LC_ALL: '', LANG: 'de_DE.UTF-8'}, usual).ascii).toBe(false);
	expect(themeFor({TERM: 'xterm', LC_ALL: 'POSIX', LANG: 'de_DE.UTF-8'}, usual).ascii).toBe(true);
	expect(themeFor({TERM: 'xterm'}, {...usual, ascii: true}).glyphs.horizontal).toBe('-');
});

test('the color of a profile is that of its label, in every theme with colors', () => {
	const look = {...usual, profileColor: 'magenta'};
	const profileOf = (env: Record<string, string>, theme: keyof typeof themeFiles = 'default') =>
		themeFor({TERM: 'xterm', ...env}, {...look, theme: themeFiles[theme]}).styles.profile;
	expect(profileOf({})).toEqual({color: 'magenta', bold: true});
	expect(profileOf({}, 'high-contrast').color).toBe('magenta');
	expect(profileOf({}, 'monochrome')).toEqual({bold: true, inverse: true});
	expect(profileOf({NO_COLOR: '1'}).color).toBeUndefined();
});

test('without color, the selection, the focus and matches remain visible in every theme', () => {
	for (const theme of Object.values(themeFiles)) {
		const styles = stylesOf(theme, {level: 0, background: 'dark'});
		expect(Object.values(styles).filter(({color}) => color !== undefined)).toEqual([]);
		for (const tone of ['current', 'match', 'paneFocused', 'danger'] as const) {
			expect(styles[tone].inverse || styles[tone].bold).toBe(true);
		}
	}
});

test('values use the terminal color, and no readable text is SGR 90 or dim', () => {
	for (const theme of Object.values(themeFiles)) {
		for (const [level, background] of ([0, 1, 2, 3] as const).flatMap(one =>
			backgrounds.map(on => [one, on] as const),
		)) {
			const {rule: _line, plain, response, output, latency, ...styles} = stylesOf(theme, {level, background});
			expect([plain, response, output, latency]).toEqual([{}, {}, {}, {}]);
			expect(Object.values(styles).filter(({color, dim}) => color === 'gray' || dim)).toEqual([]);
		}
	}
});

test('a theme has only its differences from the default, with each color at each depth', () => {
	const theme = {
		dark: {cyan: {truecolor: '#00ffff', 16: 'cyan'}, sea: {256: 30}},
		light: {sea: {}},
		tones: {note: 'sea', time: 'inverse sea'},
		'tones-16': {note: 'underline'},
	} as const;
	const of = (level: ColorLevel, background: 'dark' | 'light' = 'dark') =>
		stylesOf(theme, {level, background});
	expect(of(3)).toMatchObject({me: {color: '#00ffff'}, note: {color: '30'}, online: {color: '#87d787'}});
	expect(of(2)).toMatchObject({me: {color: '#00ffff'}, note: {color: '30'}, online: {color: '114'}});
	expect(of(1)).toMatchObject({me: {color: 'cyan'}, note: {underline: true}, time: {inverse: true}});
	expect(of(0).time).toEqual({inverse: true});
	expect(of(2, 'light')).toMatchObject({note: {}, me: {color: '24'}});
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

test('high contrast has no gray and shows alarms as blocks', () => {
	for (const background of backgrounds) {
		const styles = stylesOf(themeFiles['high-contrast'], {level: 2, background});
		expect([styles.faint, styles.label, styles.time, styles.rule]).toEqual([{}, {}, {}, {}]);
		expect(styles.offline).toMatchObject({inverse: true, bold: true});
		expect(styles.online.inverse).toBeUndefined();
	}
});

test('the color-blind theme never shows up as green or down as red, and down is also bold', () => {
	for (const [level, background] of ([1, 2, 3] as const).flatMap(one =>
		backgrounds.map(on => [one, on] as const),
	)) {
		const styles = stylesOf(themeFiles['color-blind'], {level, background});
		expect(
			Object.values(styles)
				.map(({color}) => color ?? '')
				.filter(color => /^(red|green)/.test(color)),
		).toEqual([]);
		expect(styles.offline.color).not.toBe(styles.online.color);
		expect(styles.offline.bold).toBe(true);
	}
});
