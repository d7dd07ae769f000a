import {expect, test} from 'vitest';
import {paintText} from '../../../src/tui/theme/paint.ts';
import {themeFiles} from '../../../src/contract/theme-files.ts';
import {stylesOf} from '../../../src/tui/theme/styles.ts';

const dark = stylesOf(themeFiles.default, {level: 1, background: 'dark'});
const styles = /\x1b\[[\d;]*m/g;

test.each([
	['a color', '\x1b[31mred'],
	['a style reset', 'a\x1b[0mb'],
	['a one-character sequence', '\x9b7mb'],
	['a link', '\x1b]8;;http://evil\x1b\\b'],
	['a line break', 'a\nb\r'],
	['the end of a sequence that another text starts', '31m\x1b['],
])('%s in a text is shown, and styles nothing', (_, text) => {
	const shown = paintText(text, dark.current);
	expect(shown.match(styles) ?? []).toEqual(paintText('x', dark.current).match(styles) ?? []);
	expect(shown.replaceAll(styles, '')).not.toMatch(/\p{Cc}/u);
});
