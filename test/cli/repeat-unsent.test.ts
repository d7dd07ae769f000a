import {expect, onTestFinished, test} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {lookedUpService} from './looked-up-service.ts';
import {runCli, startCli} from './run-cli.ts';

test('a request that the service did not carry out is repeated until it does', async () => {
	// The client itself tries three times.
	let refusals = 4;
	const {env, asked} = await lookedUpService(/^POST .*\/restart$/, response =>
		refusals-- > 0 ? json(response, 503, {key: 'general.not_carried_out'}) : json(response, 200, {}),
	);
	const {code, err} = await runCli(['restart', 'one', '--yes'], {env});
	expect({code, asked: asked().length}).toEqual({code: 0, asked: 5});
	expect(err.match(/was not carried out and is repeated/g)).toHaveLength(1);
});

test('a request that may have run is sent once', async () => {
	const {env, asked} = await lookedUpService(/^POST .*\/restart$/, response => json(response, 503, {}));
	const {code} = await runCli(['restart', 'one', '--yes'], {env});
	expect({code, asked: asked().length}).toEqual({code: 8, asked: 1});
});

test('a request whose connection is refused is repeated, and reaches the service once', async () => {
	let close = () => {};
	const {url, port} = await httpService(
		() => expect.fail('nobody asks before it is closed'),
		end => (close = end),
	);
	close();
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_FEED_URL: 'off'};
	const changing = startCli(['api', 'POST', '/server/a/restart', '--yes'], {env});
	const said = await changing.saysOnError('was not carried out and is repeated');
	expect(said).toContain(`Nothing is listening at 127.0.0.1:${port}`);
	const {seen} = await httpService((_request, response) => json(response, 200, {}), onTestFinished, port);
	const {code} = await changing.ended;
	expect({code, seen: seen.map(({method, url: path}) => `${method} ${path}`)}).toEqual({
		code: 0,
		seen: ['POST /server/a/restart'],
	});
});
