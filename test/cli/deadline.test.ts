import {expect, test} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {liveService} from './live-service.ts';
import {runCli, startCli} from './run-cli.ts';

/** Responds to the requests that the test allows; the others hang, as behind a broken proxy. */
async function hanging(answers: (method: string) => boolean) {
	const {url} = await httpService(({method, url}, response) => {
		if (!answers(method)) return;
		if (url === '/team/my') response.end('{"id": "t"}');
		else response.end('[{"id": "a", "displayName": "one"}, {"id": "b", "displayName": "two"}]');
	});
	return {RCONDECK_URL: url, RCONDECK_TOKEN: 't'};
}

test.each([['servers'], ['nodes'], ['rcon', 'one', '--', 'x']])(
	'a deadline that interrupts reading for %j %j exits with 9 and says so',
	async (...argv) => {
		const env = await hanging(() => false);
		const {code, err} = await runCli(['--deadline', '1', ...argv], {env});
		expect(err).toBe('rcondeck: The service did not answer within 1s (--deadline).\n');
		expect(code).toBe(9);
	},
);

test.each([
	[['start', 'one', '--yes']],
	[['stop', 'one', 'two', '--yes']],
	[['rcon', 'one', 'two', '--yes', '--', 'x']],
	[['api', 'POST', '/server/a/start', '--yes']],
])('a deadline that interrupts %j exits with 8, because it may have run', async argv => {
	const env = await hanging(method => method === 'GET');
	const {code, err} = await runCli(['--deadline', '1', ...argv], {env});
	expect(err).toContain('may have run');
	expect(code).toBe(8);
});

test('an interruption exits as one, even with a deadline', async () => {
	const env = await hanging(() => false);
	const ran = startCli(['servers', '--deadline', '60'], {env});
	ran.end({code: 130});
	expect((await ran.ended).code).toBe(130);
});

test('a stream that ends at its deadline succeeds', async () => {
	const env = await liveService();
	const {code, out} = await runCli(['servers', '--watch', '--deadline', '1'], {env});
	expect(code).toBe(0);
	expect(out).toContain('ark-isl-1');
});
