import {expect, test} from 'vitest';
import {bodyText} from '../../src/cli/output/diagnostics.ts';
import {withoutSecrets} from '../../src/lib/secrets/secret-patterns.ts';

const text = (body: string | Uint8Array) => bodyText(body, withoutSecrets);

test.each([
	['a console variable', {command: 'rcon_password hunter2'}],
	['a quoted value with spaces', {command: 'sv_password "hunter2 hunter2"'}],
	['a nested value', {servers: [{rcon: {password: 'hunter2'}}]}],
	['an invitation', {code: 'hunter2'}],
	['a header in a text', {answer: 'Authorization: Bearer hunter2hunter2'}],
	['a key of an API', {apiKey: 'hunter2', access_key: 'hunter2'}],
])('%s is hidden in a body', (_, body) => {
	expect(text(JSON.stringify(body))).not.toContain('hunter2');
	expect(text(Buffer.from(JSON.stringify(body)))).toContain('***');
});

test('an error key and ids remain, and text that is not JSON', () => {
	expect(text('{"key":"server.is_not_online","id":"a"}')).toBe('{"key":"server.is_not_online","id":"a"}');
	expect(text('<h1>Bad gateway</h1> token=hunter2')).toBe('<h1>Bad gateway</h1> token=***');
});

test('a long body is cut, and a picture or a huge body is left out', () => {
	expect(text(JSON.stringify('x'.repeat(10_000)))).toHaveLength(4001);
	expect(text(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe]))).toBeUndefined();
	expect(text('x'.repeat(100_000))).toBeUndefined();
});
