import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';

/** Two servers, one of them in an unknown state. */
async function service() {
	const {url, seen} = await httpService(({url: asked}, response) => {
		if (asked === '/team/my') json(response, 200, {id: 't'});
		else {
			const states = ['ONLINE', 'ONLINE', 'FROZEN'];
			json(
				response,
				200,
				states.map((state, index) => ({id: `s${index}`, displayName: `name-${index}`, state})),
			);
		}
	});
	return {env: {RCONDECK_URL: url, RCONDECK_TOKEN: 't'}, seen};
}

const hint = 'No server with state "ONLIEN". Known states: RUNNING, ONLINE, FROZEN, OFFLINE, STOPPED, ';

test.each([
	[['servers', '--state', 'ONLIEN']],
	[['servers', '--state', 'ONLIEN', '--json']],
	[['servers', '--state', 'ONLIEN', '--watch']],
	[['stop', '--state', 'ONLIEN', '--yes']],
	[['rcon', '--state', 'ONLIEN', '--yes', '--', 'status']],
])('%j is wrong usage, lists the valid states, and sends nothing', async argv => {
	const {env, seen} = await service();
	const {code, out, err} = await runCli(argv, {env});
	expect({code, out}).toEqual({code: 2, out: ''});
	expect(err).toContain(hint);
	expect(seen.every(({method}) => method === 'GET')).toBe(true);
});

test('accepts an unknown state that the service uses', async () => {
	const {env} = await service();
	const frozen = await runCli(['servers', '--state', 'frozen'], {env});
	expect(frozen).toMatchObject({
		code: 0,
		err: expect.stringMatching(/^rcondeck: 1 server has a state [^\n]+\n$/),
	});
	expect(frozen.out).toContain('name-2');
	// Known, but no server has it now.
	const {code, err} = await runCli(['servers', '--state', 'stopped'], {env});
	expect({code, err}).toEqual({code: 0, err: 'rcondeck: No servers match.\n'});
	// The state exists, but another filter does not match.
	const other = await runCli(['servers', '--state', 'online', '--match', 'zzz'], {env});
	expect(other.err).toBe('rcondeck: No servers match.\n');
});
