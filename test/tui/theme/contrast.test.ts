import {expect, test} from 'vitest';
import {themeFiles} from '../../../src/contract/theme-files.ts';
import {tones} from '../../../src/contract/theme.ts';
import {type ColorLevel, stylesOf} from '../../../src/tui/theme/styles.ts';
import type {Style} from '../../../src/tui/theme/tokens.ts';
import {colorOf, contrastOf, type Palette, palettes, paintedOn} from './palettes.ts';

/** Tones of a sign or a single word with 16 colors, whose values only the terminal knows. */
const signs = new Set(
	'online offline changing unknown live lost done pending timeout unread bookmark titleFocused paneFocused promptFocused buttonDanger buttonDangerFocused'.split(
		' ',
	),
);
const levels = [0, 1, 2, 3] as const;

/** WCAG 2.2, 1.4.3 and 1.4.11: 4.5 for text, 3 for signs, but no more than the palette gives its own text. Lines decorate. */
function least(tone: string, {dim}: Style, {text, back}: Palette, level: ColorLevel): number {
	if (tone === 'rule') return dim ? 1.5 : 3;
	return level === 1 && signs.has(tone) ? 3 : Math.min(4.5, contrastOf(text, back));
}

function lowContrasts(theme: keyof typeof themeFiles, names: readonly string[]): string[] {
	return names.flatMap(name => {
		const palette = palettes[name];
		if (!palette) return [`${name}: no such palette`];
		return levels.flatMap(level => {
			const styles = stylesOf(themeFiles[theme], {level, background: palette.on});
			return tones.flatMap(tone => {
				const contrast = contrastOf(paintedOn(palette, styles[tone]), palette.back);
				return contrast >= least(tone, styles[tone], palette, level)
					? []
					: `${name}, ${level}: ${tone} ${contrast.toFixed(2)}`;
			});
		});
	});
}

test('detects unreadable tones, such as gray on Solarized Dark', () => {
	const of = (name: string, style: Style) => {
		const palette = palettes[name];
		return palette && Number(contrastOf(paintedOn(palette, style), palette.back).toFixed(1));
	};
	expect(contrastOf('#000000', '#ffffff')).toBe(21);
	expect(of('Solarized Dark', {color: 'gray'})).toBe(1);
	expect(of('Nord', {color: 'gray'})).toBe(1.7);
	expect(of('Tango', {color: 'gray'})).toBe(1.7);
	expect(of('Dracula', {dim: true})).toBe(4.5);
	expect(colorOf('249')).toBe('#b2b2b2');
	expect(colorOf('80')).toBe('#5fd7d7');
});

test.each(['default', 'high-contrast', 'color-blind', 'monochrome'] as const)(
	'every tone of the theme %s can be read on every palette at every depth',
	theme => {
		expect(Object.keys(palettes).length).toBeGreaterThanOrEqual(12);
		expect(lowContrasts(theme, Object.keys(palettes))).toEqual([]);
	},
);

test('every tone of the theme solarized can be read on Solarized', () => {
	expect(lowContrasts('solarized', ['Solarized Dark', 'Solarized Light'])).toEqual([]);
});
