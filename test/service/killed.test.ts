import {spawn} from 'node:child_process';
import {once} from 'node:events';
import path from 'node:path';
import {createInterface} from 'node:readline';
import {expect, test} from 'vitest';
import {dataFile, openService, type Service} from './open-service.ts';

/**
 * The possible values by server and field. The first value was accepted; the others were requested
 * afterward.
 */
type Expected = Map<string, string[]>;

function hear(expected: Expected, line: string): void {
	const [verb, what, id, value = ''] = line.split(' ');
	const field = `${id} ${what}`;
	expected.set(field, verb === 'done' ? [value] : [...(expected.get(field) ?? []), value]);
}

type Moment = {changes: number; ms: number};

/** Opens the service in a separate process, which works until it is killed: `ms` after so many accepted changes. */
async function killedAfter(data: string, {changes, ms}: Moment, expected: Expected): Promise<number> {
	const script = path.join(import.meta.dirname, 'busy-service.ts');
	const child = spawn(process.execPath, [script, data], {stdio: ['ignore', 'pipe', 'inherit']});
	const lines = createInterface(child.stdout);
	let accepted = 0;
	lines.on('line', line => {
		hear(expected, line);
		if (!line.startsWith('done')) return;
		accepted++;
		if (accepted === changes) setTimeout(() => child.kill('SIGKILL'), ms);
	});
	await Promise.all([once(lines, 'close'), once(child, 'exit')]);
	return accepted;
}

async function fieldsOf({call}: Service): Promise<Map<string, string>> {
	const {text} = await call('GET', '/server/by-team/team');
	const list: {id: string; displayName: string; serverDirectory: string}[] = JSON.parse(text);
	return new Map(
		list.flatMap(({id, displayName, serverDirectory}) => [
			[`${id} name`, displayName],
			[`${id} directory`, serverDirectory],
		]),
	);
}

/** Names of the newest servers that were renamed without an entry in the action log, or the other way around. */
function unlogged({demo}: Service): string[] {
	const {servers, actions} = demo.context.store;
	const renames = actions.all().filter(({action}) => action === 'changeDisplayName');
	const logged = new Set(renames.map(({targetId}) => targetId));
	const newest = servers.all().slice(-20);
	return newest
		.filter(({id, displayName}) => displayName.endsWith('-renamed') !== logged.has(id))
		.map(({displayName}) => displayName);
}

const rounds = 12;

test('a service that is killed repeatedly at random moments loses nothing that it accepted', async () => {
	const data = dataFile();
	// Until the first move is accepted.
	const expected: Expected = new Map([['down directory', ['D:\\servers']]]);
	const hasMoved = () => /^D:\\\d/.test(expected.get('down directory')?.[0] ?? '');
	let accepted = 0;
	// A busy machine may be killed before each move, so some rounds are added.
	for (let round = 0; round < rounds || (round < 3 * rounds && !hasMoved()); round++) {
		// Of the changes, because a busy machine makes few in a given time.
		const moment = {changes: 1 + round, ms: Math.random() * 50};
		accepted += await killedAfter(data, moment, expected);
		const service = await openService({data});
		const lost = async () => {
			const fields = await fieldsOf(service);
			return [...expected]
				.map(([field, values]) => ({field, values, found: fields.get(field) ?? ''}))
				.filter(({values, found}) => !values.includes(found));
		};
		// An accepted move may have been killed before it was done; it is resumed.
		await expect.poll(lost).toEqual([]);
		expect(unlogged(service)).toEqual([]);
		await service.demo.close();
	}
	expect(accepted).toBeGreaterThan(5 * rounds);
	expect(hasMoved()).toBe(true);
});

test('another service cannot open the records of a running one', async () => {
	const data = dataFile();
	await openService({data});
	await expect(openService({data})).rejects.toThrow(`Another service uses ${data}.`);
});
