import {mkdirSync, mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {loadConfig} from '../../src/config/load.ts';

function load(toml: string) {
	const home = mkdtempSync(path.join(tmpdir(), 'config-'));
	const folder = path.join(home, '.config', 'rcondeck');
	mkdirSync(folder, {recursive: true});
	writeFileSync(path.join(folder, 'config.toml'), toml);
	return loadConfig({flags: {}, env: {HOME: home}});
}

test('aliases and destructive words come from the file', () => {
	const config = load('dangerous = ["sv_cheats", "-map"]\n[aliases]\nhi = "say hello {*}"\n');
	expect(config).toMatchObject({aliases: {hi: 'say hello {*}'}, dangerous: ['sv_cheats', '-map']});
	expect(config.origins['aliases']).toContain('config.toml');
	expect(load('')).toMatchObject({aliases: {}, dangerous: []});
});

test('an alias is one word for one line', () => {
	expect(() => load('[aliases]\n"two words" = "x"\n')).toThrow('aliases.two words');
	expect(() => load('[aliases]\na = "x\\ny"\n')).toThrow('one line only');
});
