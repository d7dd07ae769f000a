import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {checkFiles} from '../../src/config/check.ts';
import {loadConfig} from '../../src/config/load.ts';
import {readThemes, themeNames} from '../../src/config/themes.ts';
import {themeFiles} from '../../src/contract/theme-files.ts';

/** A folder of the configuration with these files. */
function folderWith(files: Readonly<Record<string, string>>): string {
	const folder = mkdtempSync(path.join(tmpdir(), 'themes-'));
	mkdirSync(path.join(folder, 'themes'));
	for (const [name, text] of Object.entries(files)) {
		writeFileSync(path.join(folder, name), text, {mode: 0o600});
	}
	return folder;
}

const sea =
	'[dark]\nsea = {truecolor = "#5aa0e0", 256 = 74}\n[light]\nsea = {}\n[tones]\nnote = "bold sea"\n';

test('a file in the folder of themes is a theme, and replaces a shipped one of its name', () => {
	const folder = folderWith({
		'config.toml': 'theme = "sea"\n',
		'themes/sea.toml': sea,
		'themes/solarized.toml': '[tones]\nlabel = "dim"\n',
		'themes/Not a name.toml': '',
		'themes/notes.txt': '',
	});
	expect(themeNames(folder)).toEqual([...Object.keys(themeFiles), 'sea'].sort());
	const {sea: own, solarized, default: shipped} = readThemes(folder);
	expect(own).toMatchObject({dark: {sea: {truecolor: '#5aa0e0', 256: 74}}, tones: {note: 'bold sea'}});
	expect(solarized).toEqual({tones: {label: 'dim'}});
	expect(shipped).toEqual(themeFiles.default);
	const load = (env = {}) =>
		loadConfig({flags: {}, env: {RCONDECK_CONFIG_DIR: folder, RCONDECK_STATE_DIR: folder, ...env}});
	expect(load().settings.theme).toBe('sea');
	expect(() => load({RCONDECK_THEME: 'lake'})).toThrow(
		'Use one of color-blind, default, high-contrast, monochrome, sea, solarized.',
	);
	expect(checkFiles(folder, {}).problems).toEqual([]);
});

test.each([
	['[tones]\n\nlabel = "bald"\n', 3, 'tones.label: unknown word "bald"; use bold, dim'],
	['[dark]\nsea = {}\n[tones]\nnote = "sea"\n', 4, 'a color of both [dark] and [light]'],
	['[tones]\nlable = "bold"\n', 2, 'unknown key tones.lable'],
	['[dark]\nred = {truecolor = "red"}\n', 2, 'expected six hexadecimal digits, such as "#ff8800"'],
	['[light]\nred = {256 = 3}\n', 2, 'expected the number of one of the 256 colors, 16 to 255'],
	['[light]\nred = {16 = "pink"}\n', 2, 'expected a color of the terminal'],
	['[dark]\n"a b" = {}\n', 2, 'expected a name of lowercase letters, digits and hyphens'],
	['= 3\n', 1, 'TOML'],
])('the problem of the theme %j is on line %i: %s', (text, line, message) => {
	const folder = folderWith({'themes/mine.toml': text});
	expect(checkFiles(folder, {}).problems).toEqual([
		{file: path.join(folder, 'themes/mine.toml'), line, message: expect.stringContaining(message)},
	]);
	expect(readThemes(folder)).toEqual(themeFiles);
});
