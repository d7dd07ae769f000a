import {expect, test} from 'vitest';
import {hasSecret, withoutSecrets} from '../../src/lib/secret-patterns.ts';

test.each([
	['rcon_password hunter2', 'rcon_password ***'],
	['sv_password "two words"', 'sv_password ***'],
	['sv_password = "x"', 'sv_password = ***'],
	['status; rcon_password x; say hi', 'status; rcon_password ***; say hi'],
	['ServerAdminPassword=abc?Port=1', 'ServerAdminPassword=***'],
	['token=abc.def', 'token=***'],
	['{"token": "abc", "a": 1}', '{"token": ***, "a": 1}'],
	['sv_setsteamaccount 0123ABC', 'sv_setsteamaccount ***'],
	['Authorization: Bearer abcdefghijkl', 'Authorization: Bearer ***'],
	['tv_relaypassword x', 'tv_relaypassword ***'],
])('hides the secret in %j', (text, expected) => {
	expect(withoutSecrets(text)).toBe(expected);
	expect(hasSecret(text)).toBe(true);
	expect(hasSecret(expected)).toBe(false);
});

test.each([
	'status',
	'say the quick brown fox',
	'sv_password',
	'sv_password ""',
	'ServerChat hello',
	'kick Bob',
])('%j contains none', text => {
	expect(hasSecret(text)).toBe(false);
});
