import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../src/lib/clock.ts';
import {listen} from '../../src/sandbox/listen.ts';
import {harmIn, nastyService, nastyText, seeded} from '../helpers/nasty-wire.ts';
import {openTestSandbox} from '../helpers/service-of-app.ts';
import {runCli} from './run-cli.ts';

/** Another seed can be given, to look further or to see a failure again. */
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

async function nastyEnvironment(seed: number): Promise<Record<string, string>> {
	const random = seeded(seed);
	const sandbox = await openTestSandbox(systemClock);
	const between = nastyService(random);
	const service = await listen(
		{...sandbox, fetch: request => between(request, () => sandbox.fetch(request))},
		{port: 0},
	);
	onTestFinished(() => service.close());
	await sandbox.fetch(
		new Request('http://sandbox/server/alpha/rcon', {
			method: 'POST',
			headers: {'Application-Token': sandbox.credentials.token, 'Content-Type': 'application/json'},
			body: JSON.stringify({command: `say ${nastyText(random).replaceAll(/\p{Surrogate}/gu, '')}`}),
		}),
	);
	return {RCONDECK_URL: service.url, RCONDECK_TOKEN: sandbox.credentials.token, RCONDECK_FEED_URL: 'off'};
}

test.each(seeds)(
	'no byte of the wire acts on the terminal of a command (seed %i)',
	async seed => {
		const env = await nastyEnvironment(seed);
		const harms: string[] = [];
		for (const command of commands) {
			const {out, err} = await runCli([...command], {env, isTTY: true});
			const shown = `${out}${err}`.replaceAll(/\r[^\r\x1b]*\x1b\[K/g, '');
			// What says how far it is takes itself away; a tab is a space or two to a terminal.
			const harm = harmIn(shown.replaceAll('\t', ' '));
			if (harm !== undefined) harms.push(`seed ${seed}, rcondeck ${command.join(' ')}: ${harm}`);
			expect(shown).not.toMatch(/\r|\x08/);
		}
		expect(harms).toEqual([]);
	},
	120_000,
);
