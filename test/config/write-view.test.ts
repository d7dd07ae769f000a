import {readFileSync, writeFileSync} from 'node:fs';
import {mkdtemp} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import {expect, test} from 'vitest';
import {readConfigFile} from '../../src/config/files.ts';
import {writeView} from '../../src/config/write.ts';

async function folderWith(text?: string): Promise<{folder: string; text: () => string}> {
	const folder = await mkdtemp(path.join(os.tmpdir(), 'rcondeck-views-'));
	const file = path.join(folder, 'config.toml');
	if (text !== undefined) writeFileSync(file, text);
	return {folder, text: () => readFileSync(file, 'utf8')};
}

const mine = `# mine
poll_seconds = 7 # slow

# by region
[views.eu] # the EU
filter = "node:eu" # all of them
sort = "players"

# about prod
[profiles.prod]
url = "https://a.example"
`;

test('adds a new view as a table and keeps the rest of the file', async () => {
	const {folder, text} = await folderWith(mine);
	writeView(folder, 'ark-eu', {filter: 'game:ark "x"', columns: ['name', 'node'], grouped: true});
	expect(text()).toBe(
		`${mine}\n[views.ark-eu]\nfilter = "game:ark \\"x\\""\ncolumns = [ "name", "node" ]\ngrouped = true\n`,
	);
	expect(readConfigFile(folder).content.views?.['ark-eu']?.columns).toEqual(['name', 'node']);
});

test('replaces a view in place, keeps its comments and removes unset values', async () => {
	const {folder, text} = await folderWith(mine);
	writeView(folder, 'eu', {filter: 'node:eu-1'});
	expect(text()).toBe(mine.replace('"node:eu" # all', '"node:eu-1" # all').replace('sort = "players"\n', ''));
});

test('deletes a view with its comment, and nothing else', async () => {
	const {folder, text} = await folderWith(mine);
	writeView(folder, 'eu', undefined);
	expect(text()).toBe(mine.replace(/# by region\n[^]*?\n\n(?=# about)/, ''));
	writeView(folder, 'eu', undefined);
	expect(readConfigFile(folder).content.profiles?.['prod']?.url).toBe('https://a.example');
});

test('writes a view of the entire list, and creates a missing file', async () => {
	const {folder} = await folderWith();
	writeView(folder, 'all', {});
	expect(readConfigFile(folder).content.views).toEqual({all: {filter: ''}});
});

test('leaves a file unchanged if its views cannot be edited safely', async () => {
	const inline = 'views = {eu = {filter = "x"}}\n';
	const {folder, text} = await folderWith(inline);
	expect(() => writeView(folder, 'eu', {filter: 'y'})).toThrow('rcondeck cannot edit');
	expect(() => writeView(folder, 'eu', undefined)).toThrow('rcondeck cannot edit');
	expect(text()).toBe(inline);
});
