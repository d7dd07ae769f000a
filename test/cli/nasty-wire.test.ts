import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/clock.ts';
import {listen} from '../../src/service/listen.ts';
import {harmIn, nastyService, nastyText, seeded} from '../helpers/nasty-wire.ts';
import {openTestDemo, type Between} from '../helpers/service-of-app.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {runCli, startCli} from './run-cli.ts';
import {aText, anAction, stateChange} from '../helpers/activities.ts';

/** Set another seed to test more cases or to reproduce a failure. */
const {NASTY_SEED} = process.env;
const seeds = NASTY_SEED === undefined ? [1, 2] : [Number(NASTY_SEED)];

const commands: readonly (readonly string[])[] = [
	['servers'],
	['servers', '--json'],
	['show', 'alpha'],
	['show', 'alpha', '--json'],
	['rcon', 'alpha', '--', 'status'],
	['rcon', 'alpha', 'bravo', '--group', '--', 'status'],
	['rcon', 'alpha', '--json', '--', 'status'],
	['nodes'],
	['nodes', 'show', 'node-1'],
	['nodes', '--json'],
	['tasks'],
	['team'],
	['team', '--json'],
	['automations'],
	['automations', '--json'],
	['runs'],
	['runs', '--json'],
	['info'],
	['api', 'GET', '/team/my'],
	['handover'],
	['log'],
	['doctor'],
	['start', 'nobody-is-called-so'],
	['restart', 'bravo', '--dry-run'],
	['rename', 'alpha', 'again'],
	['kick'],
];

type Service = {env: Record<string, string>; send: (serverId: string, command: string) => Promise<unknown>};

async function nastyWire(random: () => number, feed: 'on' | 'off'): Promise<Service> {
	const nasty = (name: string) => `${name}${nastyText(random)}`;
	const demo = await openTestDemo(systemClock, {
		fleet: {
			...threeServers,
			team: {...threeServers.team, name: nasty('Team')},
			nodes: threeServers.nodes.map(node => ({...node, name: nasty(node.name)})),
			servers: threeServers.servers.map(server => ({...server, name: nasty(server.name)})),
		},
	});
	// A rejection would end a stream before it starts.
	const between: Between = feed === 'on' ? (_request, answer) => answer() : nastyService(random);
	const service = await listen(
		{...demo, fetch: request => between(request, () => demo.fetch(request))},
		{port: 0},
	);
	onTestFinished(() => service.close());
	const {token} = demo.credentials;
	return {
		env: {
			RCONDECK_URL: service.url,
			RCONDECK_TOKEN: token,
			RCONDECK_FEED_URL: feed === 'on' ? service.feedUrl : 'off',
		},
		send: (serverId, command) =>
			demo.fetch(
				new Request(`http://demo/server/${serverId}/rcon`, {
					method: 'POST',
					headers: {'Application-Token': token, 'Content-Type': 'application/json'},
					body: JSON.stringify({command}),
				}),
			),
	};
}

/** JSON cannot carry lone surrogates. */
const sendable = (random: () => number) => `say ${nastyText(random).replaceAll(/\p{Surrogate}/gu, '')}`;

/** Progress clears itself; a terminal shows a tab as spaces. */
const harmOn = (shown: string) =>
	harmIn(shown.replaceAll(/\r[^\r\x1b]*\x1b\[K/g, '').replaceAll('\t', ' ')) ??
	(/\r|\x08/.test(shown.replaceAll(/\r[^\r\x1b]*\x1b\[K/g, '')) ? 'CR or BS' : undefined);

test.each(seeds)(
	'no byte from the service acts on the terminal of a command (seed %i)',
	async seed => {
		const random = seeded(seed);
		const {env, send} = await nastyWire(random, 'off');
		await send('alpha', sendable(random));
		const harms: string[] = [];
		for (const command of commands) {
			const {out, err} = await runCli([...command], {env, isTTY: true});
			const harm = harmOn(out + err);
			if (harm !== undefined) harms.push(`seed ${seed}, rcondeck ${command.join(' ')}: ${harm}`);
		}
		expect(harms).toEqual([]);
	},
	120_000,
);

test.each(seeds)(
	'no byte from the feed acts on a terminal (seed %i)',
	async seed => {
		const random = seeded(seed);
		const {env, send} = await nastyWire(random, 'on');
		const feed = startCli(['feed'], {env, isTTY: true});
		await feed.saysOnError('feed LIVE');
		for (let n = 0; n < 20; n++) await send(n % 2 === 0 ? 'alpha' : 'bravo', sendable(random));
		await send('alpha', 'say this is the end');
		await feed.says('this is the end');
		feed.end({code: 130});
		const {out, err} = await feed.ended;
		expect(harmOn(out + err), `seed ${seed}`).toBeUndefined();
	},
	60_000,
);

test.each(seeds)(
	'nothing in an older journal acts on a terminal (seed %i)',
	async seed => {
		const random = seeded(seed);
		const stateDir = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
		const journal = openJournal({
			path: path.join(stateDir, 'journal.db'),
			clock: systemClock,
			onProblem: words => expect.fail(words),
		});
		const nasty = () => nastyText(random);
		const nastyActivity = (n: number) =>
			[
				aText(nasty(), 'failure'),
				stateChange(nasty(), nasty()),
				anAction('api', {outcome: 'refused', reason: nasty(), input: {method: nasty(), path: nasty()}}),
				anAction('create', {reason: nasty(), input: {name: nasty(), [nasty()]: [nasty()]}}),
			][n % 4] ?? aText('');
		const at = Date.now();
		for (let n = 0; n < 40; n++) {
			const about = {at, serverId: `s${n % 3}`, server: nasty()};
			const answer = {command: nasty(), response: nasty(), commandId: `c${n}`, timestamp: at};
			const outcome = {origin: 'other', status: 'answered', localId: undefined, problem: nasty()} as const;
			journal.remember([
				{kind: 'command', ...about, ...outcome, answer},
				{kind: 'note', ...about, id: `n${n}`, activity: nastyActivity(n)},
				{kind: 'mark', at, id: `m${n}`, text: nasty()},
			]);
		}
		journal.close();
		for (const command of [['log'], ['log', '--markdown'], ['log', '--json'], ['handover']]) {
			const {out, err} = await runCli(command, {env: {RCONDECK_STATE_DIR: stateDir}, isTTY: true});
			expect(harmOn(out + err), `seed ${seed}, ${command.join(' ')}`).toBeUndefined();
		}
	},
	60_000,
);
