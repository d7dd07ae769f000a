import {expect, test} from 'vitest';
import {json} from '../helpers/http-service.ts';
import {lookedUpService} from './looked-up-service.ts';
import {runCli} from './run-cli.ts';

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
