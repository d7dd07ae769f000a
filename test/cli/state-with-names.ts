import {expect} from 'vitest';
import {httpService} from '../helpers/http-service.ts';
import {runCli} from './run-cli.ts';
import {tempFolder} from './temp-folder.ts';

/** A folder of state with the names of two servers in it, as a list of servers leaves it. */
export async function stateWithNames(): Promise<string> {
	const {url} = await httpService(({url}, response) => {
		if (url === '/team/my') response.end('{"id": "t"}');
		else
			response.end('[{"id": "a1", "displayName": "ark-one"}, {"id": "b2", "displayName": "with a space"}]');
	});
	const folder = tempFolder();
	const env = {RCONDECK_URL: url, RCONDECK_TOKEN: 't', RCONDECK_STATE_DIR: folder};
	expect((await runCli(['servers'], {env})).code).toBe(0);
	return folder;
}
