import {expect, test} from 'vitest';
import {hasSecret, withoutSecrets} from '../../../src/lib/secrets/secret-patterns.ts';

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
	['login bob hunter2', 'login bob ***'],
	['/login hunter2', '/login ***'],
	['#login hunter2', '#login ***'],
	['say hi; login bob hunter2', 'say hi; login bob ***'],
	['register hunter2 hunter2', 'register ***'],
	['/password old new', '/password ***'],
	['changepassword old new', 'changepassword ***'],
	['/setpassword bob "two words"', '/setpassword *** ***'],
	['user add bob hunter2 admin', 'user add bob ***'],
	['webtokens add bob hunter2 0', 'webtokens *** bob ***'],
	['auth_add bob admin hunter2', 'auth_add bob admin ***'],
	['cheat EnableCheats hunter2', 'cheat EnableCheats ***'],
	['MakeMeAdmin hunter2', 'MakeMeAdmin ***'],
	['{"command":"login bob hunter2","awaitMs":1}', '{"command":"login bob ***","awaitMs":1}'],
	['rcondeck rcon lobby -- login bob hunter2', 'rcondeck rcon lobby -- login bob ***'],
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
	'Login failed',
	'login of bob from 10.0.0.1 failed',
	'say login bob hunter2',
	'op bob',
	'auth_list',
])('%j contains none', text => {
	expect(hasSecret(text)).toBe(false);
});
