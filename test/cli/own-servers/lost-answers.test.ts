import {readdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {recordsIn} from '../../../src/cli/start/service-folder.ts';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openService} from '../../../src/service/index.ts';
import {runLocally} from '../../../src/service/local/run-local.ts';
import {runCli} from '../run-cli.ts';
import {tempFolder} from '../temp-folder.ts';

/** A user whose local service runs already, and answers requests to add a server only with a status. */
async function aUser(status: 400 | 500) {
	const state = tempFolder();
	const folder = path.join(state, 'service');
	const data = recordsIn(folder);
	const onBug = vi.fn();
	const open = async () => {
		const service = await openService({clock: systemClock, data, onBug});
		const fetch = async (request: Request) => {
			if (new URL(request.url).pathname !== '/own-server/add') return service.fetch(request);
			if (status === 500) await service.fetch(request);
			return new Response(null, {status});
		};
		return {...service, fetch};
	};
	const running = await runLocally({folder, runner: 'session', open, onBug});
	onTestFinished(async () => void (await running?.close()));
	const run = (argv: string[], stdin: string) =>
		runCli([...argv, '--no-check'], {env: {RCONDECK_STATE_DIR: state}, stdin, isTTY: true});
	return {run, state, passwords: () => readdirSync(path.join(folder, 'passwords'))};
}

test.each([
	['stays if the server may have been added', 500, 1],
	['is removed if the server was certainly not added', 400, 0],
] as const)('a stored password %s', async (_, status, kept) => {
	const {run, state, passwords} = await aUser(status);
	const argv = ['add', 'typed', '--game', 'minecraft', '--rcon', '127.0.0.1:1'];
	expect((await run(argv, 'secret\n')).code).not.toBe(0);
	expect(passwords()).toHaveLength(kept);
	const file = path.join(state, 'servers.csv');
	writeFileSync(file, 'name,game,address,password\none,minecraft,127.0.0.1:2,Pa55\n');
	expect((await run(['adopt', file], 'y\n')).code).not.toBe(0);
	expect(passwords()).toHaveLength(2 * kept);
});
