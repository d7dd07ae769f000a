import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openJournal} from '../../src/journal/journal.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {listen} from '../../src/service/http/listen.ts';
import {harmOnTerminal, nastyFleet, nastyText, seeded} from '../helpers/nasty-wire.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';
import {threeServers} from '../helpers/three-servers.ts';
import {runCli, startCli} from './run-cli.ts';
import {aReport, anAction, stateChange} from '../helpers/activities.ts';

/** Set another seed to test more cases or to reproduce a failure. */
const {NASTY_SEED} = process.env;
const seeds = NASTY_SEED === undefined ? [1, 2] : [Number(NASTY_SEED)];

type Service = {env: Record<string, string>; send: (serverId: string, command: string) => Promise<unknown>};

async function nastyWire(random: () => number): Promise<Service> {
	const demo = await openTestDemo(systemClock, {fleet: nastyFleet(threeServers, random)});
	const service = await listen(demo, {port: 0});
	onTestFinished(() => service.close());
	const {token} = demo.credentials;
	return {
		env: {RCONDECK_URL: service.url, RCONDECK_TOKEN: token, RCONDECK_FEED_URL: service.feedUrl},
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

test.each(seeds)('no byte from the feed acts on a terminal (seed %i)', async seed => {
	const random = seeded(seed);
	const {env, send} = await nastyWire(random);
	const feed = startCli(['feed'], {env, isTTY: true});
	await feed.saysOnError('feed LIVE');
	for (let n = 0; n < 20; n++) await send(n % 2 === 0 ? 'alpha' : 'bravo', sendable(random));
	await send('alpha', 'say this is the end');
	await feed.says('this is the end');
	feed.end({code: 130});
	const {out, err} = await feed.ended;
	expect(harmOnTerminal(out + err), `seed ${seed}`).toBeUndefined();
});

test.each(seeds)('nothing in a journal acts on a terminal (seed %i)', async seed => {
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
			aReport(nasty(), true),
			stateChange(nasty(), nasty()),
			anAction('api', {outcome: 'refused', reason: nasty(), input: {method: nasty(), path: nasty()}}),
			anAction('create', {reason: nasty(), input: {name: nasty(), [nasty()]: [nasty()]}}),
		][n % 4] ?? aReport('');
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
	for (const command of [['journal'], ['journal', '--markdown'], ['journal', '--json'], ['handover']]) {
		const {out, err} = await runCli(command, {env: {RCONDECK_STATE_DIR: stateDir}, isTTY: true});
		expect(harmOnTerminal(out + err), `seed ${seed}, ${command.join(' ')}`).toBeUndefined();
	}
});
