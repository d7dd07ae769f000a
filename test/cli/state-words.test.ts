import {expect, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {runCli, startCli} from './run-cli.ts';

/** Two servers up, one in a state that nobody here has heard of. */
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

const hint = 'No state in sight is "ONLIEN": ONLINE (2), FROZEN (1).';

test('a state that no server has and nobody knows is said, with those that there are; the list is still an empty one', async () => {
	const {env} = await service();
	const {code, out, err} = await runCli(['servers', '--state', 'ONLIEN'], {env});
	expect({code, out, err}).toEqual({code: 0, out: '', err: `rcondeck: No server fits. ${hint}\n`});
	const asJson = await runCli(['servers', '--state', 'ONLIEN', '--json'], {env});
	expect(JSON.parse(asJson.out)).toEqual({schema: 1, servers: []});
	expect(asJson).toMatchObject({code: 0, err: `rcondeck: ${hint}\n`});
});

test('a state of the service that nobody here has heard of is as good as any', async () => {
	const {env} = await service();
	expect(await runCli(['servers', '--state', 'frozen'], {env})).toMatchObject({code: 0, err: ''});
	// Known, and no server has it now.
	const {code, err} = await runCli(['servers', '--state', 'stopped'], {env});
	expect({code, err}).toEqual({code: 0, err: 'rcondeck: No server fits.\n'});
	// The state is there, something else does not fit.
	const other = await runCli(['servers', '--state', 'online', '--match', 'zzz'], {env});
	expect(other.err).toBe('rcondeck: No server fits.\n');
});

test('a command to servers in a state that is none sends nothing, and says why', async () => {
	const {env, seen} = await service();
	const {code, err} = await runCli(['stop', '--state', 'ONLIEN', '--yes'], {env});
	expect({code, err}).toEqual({code: 6, err: `rcondeck: No server fits: nothing was sent. ${hint}\n`});
	expect(seen.every(({method}) => method === 'GET')).toBe(true);
});

test('--watch says it once and waits: a server may come to be in it', async () => {
	const {env} = await service();
	const watch = startCli(['servers', '--watch', '--state', 'ONLIEN'], {env});
	expect(await watch.saysOnError('ONLIEN')).toBe(`rcondeck: ${hint}\n`);
	watch.end({code: 130});
	await watch.ended;
});
