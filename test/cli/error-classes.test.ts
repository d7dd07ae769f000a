import {expect, test} from 'vitest';
import {json} from '../helpers/http-service.ts';
import {onService} from './command-lines.ts';
import {lookedUpService} from './looked-up-service.ts';
import {runCli} from './run-cli.ts';

type Failing = {status: number; body: unknown};
const classes: [string, Failing, number, RegExp][] = [
	['not signed in', {status: 401, body: {key: 'unauthorized'}}, 4, /./],
	['not allowed', {status: 403, body: {key: 'missingPermission.MANAGE_SERVERS'}}, 5, /MANAGE_SERVERS/],
	['not found', {status: 404, body: {key: 'general.not_found'}}, 6, /general\.not_found/],
	['a conflict', {status: 409, body: {key: 'server.is_not_online'}}, 7, /server\.is_not_online/],
	['an unknown key', {status: 400, body: {key: 'strange.new_reason'}}, 1, /strange\.new_reason/],
];

for (const [name, {args = [], fails}] of Object.entries(onService)) {
	if (fails === undefined) continue;
	const argv = [...name.split(' '), ...args];
	test.each(classes)(`${name}: %s has its exit code and its message`, async (_, failing, code, words) => {
		const {env, asked} = await lookedUpService(fails, response =>
			json(response, failing.status, failing.body),
		);
		const ran = await runCli(argv, {env});
		expect(ran.err).toMatch(words);
		expect(ran.err).not.toContain('token');
		expect({code: ran.code, out: ran.out}).toEqual({code, out: ''});
		// An error is a response, so nothing is retried except a missing path on the alternative of its endpoint.
		const hasAlternative = ['automation trigger', 'automation enable'].includes(name);
		const paths = failing.status === 404 && hasAlternative ? 2 : 1;
		expect(asked()).toHaveLength(paths);
	});
}
