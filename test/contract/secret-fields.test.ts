import {expect, test} from 'vitest';
import {hideSecrets, isSecretField, withoutSecretFields} from '../../src/contract/secret-fields.ts';

test.each([
	'inviteToken',
	'invite_token',
	'inviteCode',
	'nodeSecret',
	'ServerAdminPassword',
	'rconPassword',
	'passwd',
	'apiKey',
	'token',
	'authorization',
])('%s is the name of a secret', name => {
	expect(isSecretField(name)).toBe(true);
	expect(JSON.parse(JSON.stringify({[name]: 482_913, other: {[name]: 'x'}}, hideSecrets))).toEqual({
		[name]: '***',
		other: {[name]: '***'},
	});
});

test('keeps ids, counts and unset values', () => {
	const record = {tokenId: 'a', token_name: 'ci', issuedTokens: 3, maxTokens: 5, inviteCode: null, code: 7};
	expect(JSON.parse(JSON.stringify(record, hideSecrets))).toEqual(record);
	expect(withoutSecretFields('{"big":12345678901234567890}')).toBe('{"big":12345678901234567890}');
});

test('a list of secrets is hidden, and the fields of an object are judged by their own names', () => {
	const record = {tokens: ['a', 'b'], password: {file: '/etc/word', text: ''}, secrets: [{password: 'x'}]};
	expect(JSON.parse(withoutSecretFields(JSON.stringify(record)))).toEqual({
		tokens: ['***', '***'],
		password: {file: '/etc/word', text: ''},
		secrets: [{password: '***'}],
	});
});

test('a text that nests without end is cut, and its secrets are hidden', () => {
	const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
	const text = withoutSecretFields(`{"password":"x","deep":${deep}}`);
	expect(text).toContain('"password":"***"');
	expect(text.length).toBeLessThan(1000);
});
