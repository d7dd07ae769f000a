import {expect, test} from 'vitest';
import {plainText} from '../../src/games/section-signs.ts';
import {coloredTexts, withTerminalColors} from '../../src/lib/text/section-signs.ts';

const plugins = '§fServer Plugins (2):\n §8- §aEssentials§r, §x§f§F§0§0§1§0WorldEdit\n§kno code: § §z';

test("Minecraft's formatting codes vanish, and other section signs stay", () => {
	expect(plainText('MINECRAFT', plugins)).toBe(
		'Server Plugins (2):\n - Essentials, WorldEdit\nno code: § §z',
	);
	expect(plainText('RUST', plugins)).toBe(plugins);
	expect(plainText(undefined, '§5 BGB')).toBe('§5 BGB');
});

test('on a terminal they are colors, of which none outlasts its line', () => {
	expect(withTerminalColors('§x§f§f§0§0§1§0red §lbold§r end\nplain')).toBe(
		'\x1b[0;31mred \x1b[1mbold\x1b[0m end\x1b[0m\nplain',
	);
	expect(withTerminalColors('§0black §fwhite §Khidden')).toBe(
		'\x1b[0;39mblack \x1b[0;39mwhite hidden\x1b[0m',
	);
});

test('a text is split at its codes into pieces with a color', () => {
	expect(coloredTexts('§aEss§lentials§r, §x§f§F§0§0§1§0World§x§0§0§0§0§0§0Edit\n§z')).toEqual([
		{text: 'Ess', color: 'greenBright'},
		{text: 'entials', color: 'greenBright'},
		{text: ', ', color: undefined},
		{text: 'World', color: '#ff0010'},
		{text: 'Edit', color: undefined},
		{text: '\n', color: undefined},
		{text: '§z', color: undefined},
	]);
});
