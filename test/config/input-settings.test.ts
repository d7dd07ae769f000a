import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {loadConfig} from '../../src/config/load.ts';

function load(toml: string, env = {}) {
	const home = mkdtempSync(path.join(tmpdir(), 'config-'));
	const folder = path.join(home, '.config', 'rcondeck');
	mkdirSync(folder, {recursive: true});
	writeFileSync(path.join(folder, 'config.toml'), toml);
	return loadConfig({flags: {}, env: {HOME: home, ...env}});
}

test('reads aliases and destructive words from the file', () => {
	const config = load('dangerous = ["sv_cheats", "-map"]\n[aliases]\nhi = "say hello {*}"\n');
	expect(config).toMatchObject({
		settings: {aliases: {hi: 'say hello {*}'}, dangerous: ['sv_cheats', '-map']},
	});
	expect(config.origins['aliases']).toContain('config.toml');
	expect(load('')).toMatchObject({settings: {aliases: {}, dangerous: []}});
});

test('an alias is one word for one line', () => {
	expect(() => load('[aliases]\n"two words" = "x"\n')).toThrow('aliases.two words');
	expect(() => load('[aliases]\na = "x\\ny"\n')).toThrow('expected one line');
});

test('the file sets how many commands run at once on one node', () => {
	expect(load('').settings.at_once_per_node).toBe(8);
	expect(load('').origins['at_once_per_node']).toBeUndefined();
	const config = load('at_once_per_node = 4\n');
	expect(config.settings.at_once_per_node).toBe(4);
	expect(config.origins['at_once_per_node']).toContain('config.toml');
});

test('the file sets how many lines a console keeps, within the limits', () => {
	expect(load('').settings.scrollback).toBe(100_000);
	expect(load('').origins['scrollback']).toBeUndefined();
	const config = load('scrollback = 100\n');
	expect(config.settings.scrollback).toBe(100);
	expect(config.origins['scrollback']).toContain('config.toml');
	expect(() => load('scrollback = 99\n')).toThrow('expected at least 100 lines');
	expect(() => load('scrollback = 1_000_000\n')).toThrow('expected at most 300000 lines');
	expect(() => load('scrollback = 500.5\n')).toThrow('expected a whole number from 100 to 300000');
	expect(() => load('scrollback = "all"\n')).toThrow('expected a whole number from 100 to 300000');
});

test('the file sets how a copy goes to the terminal', () => {
	expect(load('').settings.clipboard).toBe('osc52');
	expect(load('clipboard = "tmux"\n').settings.clipboard).toBe('tmux');
	expect(() => load('clipboard = "xclip"\n')).toThrow('clipboard');
});

test('the file or the environment selects a theme, and both are validated', () => {
	expect(load('').settings.theme).toBe('default');
	expect(load('theme = "solarized"\n').settings.theme).toBe('solarized');
	expect(load('theme = "solarized"\n', {RCONDECK_THEME: 'high-contrast'})).toMatchObject({
		settings: {theme: 'high-contrast'},
		origins: {theme: 'environment RCONDECK_THEME'},
	});
	expect(() => load('theme = "pink"\n')).toThrow('theme');
	expect(() => load('', {RCONDECK_THEME: 'pink'})).toThrow('color-blind');
});

test('a profile only accepts terminal colors', () => {
	const profile = (colour: string) =>
		`profile = "p"\n[profiles.p]\nurl = "https://api.example"\ncolour = "${colour}"\n`;
	expect(load(profile('redBright')).color).toBe('redBright');
	expect(load(profile('redBright').replace('colour', 'color')).color).toBe('redBright');
	expect(load(profile('#ff8800')).color).toBe('#ff8800');
	expect(() => load(profile('crimson'))).toThrow('expected a color');
});
