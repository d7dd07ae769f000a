import type {Tone} from '../../app/kernel/text/spans.ts';
import {themeFiles} from '../../contract/theme-files.ts';
import {styleAttributes, tones, type ThemeColor, type ThemeFile} from '../../contract/theme.ts';
import {ownValue} from '../../lib/json/maps.ts';
import type {Background} from '../terminal/background-color.ts';
import type {Style, Theme} from './tokens.ts';

/** Number of colors: 0 none, 1 sixteen, 2 256, 3 all. */
export type ColorLevel = 0 | 1 | 2 | 3;

const base: ThemeFile = themeFiles.default;

/** Returns the styles of a theme at this level. Styles missing from the theme are those of the default theme. */
export function stylesOf(
	theme: ThemeFile,
	{level, background}: {level: ColorLevel; background: Background},
): Theme['styles'] {
	const instead = level === 0 ? 'tones-none' : level === 1 ? 'tones-16' : 'tones';
	const colorOf = (name: string): string | undefined => {
		const color = ownValue(theme[background], name) ?? ownValue(base[background], name);
		return color && valueAt(color, level);
	};
	const styles = tones.map((tone): [Tone, Style] => {
		const words =
			theme[instead]?.[tone] ?? theme.tones?.[tone] ?? base[instead]?.[tone] ?? base.tones?.[tone] ?? '';
		return [tone, styleOf(words.split(/\s+/), colorOf)];
	});
	return Object.fromEntries(styles) as Record<Tone, Style>; // every tone
}

function styleOf(words: readonly string[], colorOf: (name: string) => string | undefined): Style {
	const style: Style = {};
	for (const word of words) {
		if (isAttribute(word)) style[word] = true;
		else {
			const color = colorOf(word);
			if (color !== undefined) style.color = color;
		}
	}
	return style;
}

const isAttribute = (word: string): word is (typeof styleAttributes)[number] =>
	styleAttributes.some(attribute => attribute === word);

/** A color without a value of 16 is the text color there; the other depths take each other's. */
function valueAt(color: ThemeColor, level: ColorLevel): string | undefined {
	if (level === 0) return undefined;
	if (level === 1) return color[16];
	const index = color[256] === undefined ? undefined : String(color[256]);
	return level === 2 ? (index ?? color.truecolor) : (color.truecolor ?? index);
}
