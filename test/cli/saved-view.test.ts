import {expect, test} from 'vitest';
import {configFolder} from './config-folder.ts';
import {runDemo} from './run-cli.ts';

const text = [
	'[views.cs]',
	'filter = "game:cs2 !scrim"',
	'sort = "name"',
	'columns = ["node", "name", "map", "since"]',
	'[views.down]',
	'filter = "state:down"',
	'[views.nodes]',
	'grouped = true',
	'sort = "name"',
	'[views.bad]',
	'sort = "plyers"',
].join('\n');
const servers = (...argv: string[]) =>
	runDemo(['servers', ...argv], {env: configFolder({'config.toml': text}).env});
const cells = (out: string, column: number) =>
	out
		.trim()
		.split('\n')
		.slice(1)
		.map(line => line.split(/ {2,}/)[column] ?? '');

test('servers --view applies the filter, the sort order and the columns of a view', async () => {
	const {code, out} = await servers('--view', 'cs');
	expect(code).toBe(0);
	expect(out.split('\n')[0]).toMatch(/^NODE +NAME +MAP +ID$/);
	const names = cells(out, 1);
	expect(names.length).toBeGreaterThan(1);
	expect(names).toEqual(names.toSorted());
	expect(names.every(name => name.startsWith('cs2-') && name !== 'cs2-scrim')).toBe(true);
});

test('other filters narrow a view, and --json prints entire records in its order', async () => {
	const {out} = await servers('--view', 'cs', '--match', 'mirage', '--json=displayName,gameType');
	expect(JSON.parse(out)).toEqual({schema: 1, servers: [{displayName: 'cs2-mirage', gameType: 'CS2'}]});
	const {out: down} = await servers('--view', 'down', '-o', 'name');
	expect(down).toBe('srv-cs2-scrim\n');
});

test('a grouped view lists the servers of each node together', async () => {
	const {out} = await servers('--view', 'nodes', '--json=nodeName');
	const nodes = (JSON.parse(out) as {servers: {nodeName: string}[]}).servers.map(({nodeName}) => nodeName);
	const starts = nodes.filter((node, place) => node !== nodes[place - 1]);
	expect(starts).toEqual([...new Set(nodes)]);
	expect(starts.length).toBeGreaterThan(1);
});

test('an unknown view exits with 6 and names the views, and one with unknown parts exits with 2', async () => {
	const unknown = await servers('--view', 'eu');
	expect(unknown.code).toBe(6);
	expect(unknown.err).toContain('There is no view eu. Views: bad, cs, down, nodes.');
	const bad = await servers('--view', 'bad');
	expect(bad.code).toBe(2);
	expect(bad.err).toContain('views.bad.sort: unknown sort order plyers (did you mean players?)');
});
