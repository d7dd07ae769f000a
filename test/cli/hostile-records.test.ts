import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import {listen} from '../../src/service/http/listen.ts';
import {
	allHostilities,
	hostileSeed,
	hostileService,
	prototypeFleet,
	broadcastAll,
	type Hostility,
} from '../helpers/hostile-records.ts';
import {seeded} from '../helpers/nasty-wire.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';
import {runCli, startCli} from './run-cli.ts';
import {waitFor} from '../helpers/wait-for.ts';

const reading: readonly (readonly string[])[] = [
	['servers'],
	['show', 'constructor'],
	['nodes'],
	['node', 'show', '__proto__'],
	['tasks'],
	['team'],
	['automations'],
	['runs'],
	['runs', '--automation', '__proto__', '--status', 'constructor'],
	['info'],
	['doctor'],
];
const acting: readonly (readonly string[])[] = [
	['rename', '__proto__', 'constructor'],
	['move', 'toString', '__proto__'],
	['team', 'kick', '__proto__'],
	['api', 'GET', '/team/my'],
];
/** The commands that act and can report in JSON. */
const actingInJson: readonly (readonly string[])[] = [
	['rcon', '__proto__', 'toString', '--', 'status'],
	['rcon', '--all', '--group', '--', 'constructor'],
	['restart', '__proto__', '--delay', '5m', '--message', 'hasOwnProperty'],
	['stop', 'nobody'],
	['start', 'toString'],
	['broadcast', 'constructor', '--', '__proto__'],
	['create', '--node', '__proto__', '--name', 'toString', '--game', 'constructor', '--map', '__proto__'],
	['automation', 'trigger', '__proto__', '--target', 'constructor'],
	['automation', 'edit', '__proto__', '-d', '{"__proto__": 1, "constructor": null}'],
	['automation', 'create', '-d', '{"name": "__proto__", "toString": {}}'],
];
/** The commands that print the journal of all that. */
const journalCommands: readonly (readonly string[])[] = [
	['handover'],
	['journal'],
	['journal', '--markdown'],
];

/** With `--json` before the verbatim arguments. */
function inJson(command: readonly string[]): string[] {
	const end = command.indexOf('--');
	return command.toSpliced(end === -1 ? command.length : end, 0, '--json');
}

function isJson(text: string): boolean {
	try {
		return JSON.parse(text) !== undefined;
	} catch {
		return false;
	}
}

async function hostileEnv(kind: Hostility, random: () => number) {
	const demo = await openTestDemo(systemClock, {fleet: prototypeFleet});
	const between = hostileService(kind, random);
	const service = await listen(
		{...demo, fetch: request => between(request, () => demo.fetch(request))},
		{port: 0},
	);
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(async () => {
		await service.close();
		rmSync(folder, {recursive: true, force: true});
	});
	const env = {
		RCONDECK_URL: service.url,
		RCONDECK_TOKEN: demo.credentials.token,
		RCONDECK_FEED_URL: service.feedUrl,
		// All commands share one journal.
		RCONDECK_STATE_DIR: folder,
	};
	return {env, demo};
}

test.each(allHostilities)('%s crash no one-shot command', async kind => {
	const {env} = await hostileEnv(kind, seeded(hostileSeed));
	const bugs: string[] = [];
	const ran = async (command: readonly string[]) => {
		const {code, out, err} = await runCli(['--yes', ...command], {env});
		if (code === 70 || code > 13 || err.includes('a bug in rcondeck'))
			bugs.push(`${command.join(' ')}: ${err}`);
		return {code, out};
	};
	for (const command of [...reading, ...acting, ...actingInJson]) await ran(command);
	for (const command of journalCommands)
		expect(await ran(command)).toMatchObject({out: expect.stringMatching(/\S/)});
	for (const command of [...reading, ...actingInJson, ...journalCommands.slice(0, 2)]) {
		const {code, out} = await ran(inJson(command));
		if (code === 0 && !isJson(out)) bugs.push(`${command.join(' ')} wrote no JSON: ${out}`);
	}
	expect(bugs).toEqual([]);
});

test.each(allHostilities)('%s crash no stream of the feed', async kind => {
	const random = seeded(hostileSeed);
	const {env, demo} = await hostileEnv(kind, random);
	const feed = startCli(['feed', '--json'], {env});
	const say = (response: string) =>
		demo.broker.broadcast(demo.teamId, {serverId: '__proto__', command: {command: 'say', response}});
	let output = '';
	void feed.says('this is the beginning').then(out => (output = out));
	await waitFor(() => {
		say('this is the beginning');
		expect(output).not.toBe('');
	});
	broadcastAll(demo, kind, random);
	say('this is the end');
	await feed.says('this is the end');
	feed.end({code: 130});
	expect(await feed.ended).toMatchObject({code: 130});
});
