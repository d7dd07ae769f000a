import {DatabaseSync} from 'node:sqlite';
import {readFileSync, statSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {checkRecords, compactRecords, removeNode} from '../../../src/service/records/repair.ts';
import {openStore} from '../../../src/service/records/store.ts';
import {dataFile} from '../open-service.ts';
import {node, server, task, team} from './some-records.ts';

/** Records with a node whose server has long answers, and another one. */
function aFile(): string {
	const file = dataFile();
	const store = openStore(file);
	store.atomically(() => {
		store.teams.put(team('team'));
		store.nodes.put({...node('large'), settings: {name: 'cellar'}});
		store.nodes.put(node('other'));
		store.servers.put(server('far', {nodeId: 'large'}));
		store.servers.put(server('near', {nodeId: 'other'}));
		store.tasks.put({...task('stop', 'far'), nodeId: 'large'});
		for (const serverId of ['far', 'near'])
			for (let index = 0; index < (serverId === 'far' ? 3 : 1); index++)
				store.commands.add(
					serverId,
					{command: 'x', response: 'y'.repeat(500_000), commandId: `${index}`, timestamp: 0},
					9,
				);
	});
	store.close();
	return file;
}

test('lists the largest parts of the records first', () => {
	const {parts, problems, bytes} = checkRecords(aFile());
	expect(problems).toEqual([]);
	expect(bytes).toBeGreaterThan(2_000_000);
	expect(parts.slice(0, 2).map(({kind, name, rows}) => [kind, name, rows])).toEqual([
		['table', 'commands', 4],
		['node', 'cellar', 1],
	]);
	expect(parts[1]?.bytes).toBeGreaterThan(1_500_000);
});

test('a node is removed with all its records, and its space is freed', () => {
	const file = aFile();
	removeNode(file, 'large');
	compactRecords(file);
	expect(statSync(file).size).toBeLessThan(1_000_000);
	const store = openStore(file);
	expect(store.nodes.all().map(({id}) => id)).toEqual(['other']);
	expect(store.servers.all().map(({id}) => id)).toEqual(['near']);
	expect(store.tasks.count()).toBe(0);
	expect(store.commands.of('near').commands).toHaveLength(1);
	store.close();
});

test('a damaged file is described, and one that is missing or in use is refused', () => {
	const file = aFile();
	const bytes = readFileSync(file);
	// A page of an answer, and the first page.
	bytes.fill(1, bytes.length - 4096);
	writeFileSync(file, bytes);
	expect(checkRecords(file).problems).not.toEqual([]);
	writeFileSync(file, bytes.fill(1, 0, 4096));
	expect(() => checkRecords(file)).toThrow('is damaged');
	expect(() => checkRecords(`${file}.missing`)).toThrow('does not exist');
	const used = new DatabaseSync(aFile());
	used.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE; COMMIT');
	expect(() => checkRecords(used.location() ?? '')).toThrow('Another service uses');
	used.close();
});
