import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {text} from 'node:stream/consumers';
import path from 'node:path';
import {afterEach, expect, test, vi} from 'vitest';
import {certificateFile, secureService, type Certificate} from '../helpers/secure-service.ts';
import {runCli} from './run-cli.ts';

const program = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');

/** From here on the test's certificate authority is trusted. */
const trust = () => vi.stubEnv('SSL_CERT_FILE', certificateFile('authority'));
afterEach(() => vi.unstubAllEnvs());

const untrusted = /is not trusted: .*set NODE_EXTRA_CA_CERTS to the file of its CA certificate/;

const cases: [Certificate, isTrusted: boolean, words: RegExp][] = [
	['self-signed', true, untrusted],
	['good', false, untrusted],
	['expired', true, /has expired: ask the operator to renew it/],
	['not-yet', true, /is not valid yet: check the clock of this machine/],
	['elsewhere', true, /is for another name: check the (base|feed) URL/],
];

test.each(cases)(
	'%s as the certificate of a service (authority trusted: %s) gives the cause, the remedy, and exit code 9',
	async (name, isTrusted, words) => {
		if (isTrusted) trust();
		const env = await secureService(name);
		const {host} = new URL(env['RCONDECK_URL'] ?? '');
		const {code, out, err} = await runCli(['servers'], {env});
		expect({code, out}).toEqual({code: 9, out: ''});
		expect(err).toMatch(words);
		expect(err).toContain(`The certificate of ${host} `);
		expect(err).not.toContain(env['RCONDECK_TOKEN']);
	},
);

test.each(cases.filter(([, isTrusted]) => isTrusted))(
	'reports %s as the certificate of a feed, and still reads the list',
	async (name, _isTrusted, words) => {
		trust();
		const elsewhere = await secureService(name);
		const feed = `${elsewhere['RCONDECK_URL']?.replace('https', 'wss')}/websocket`;
		const env: Record<string, string> = {...(await secureService('good')), RCONDECK_FEED_URL: feed};
		const {code, out} = await runCli(['doctor'], {env});
		const line = out.split('\n').find(row => row.includes(feed)) ?? '';
		expect({code, line}).toEqual({code: 0, line: expect.stringMatching(words) as string});
		expect(out).not.toContain(env['RCONDECK_TOKEN']);
	},
);

test('with a trusted authority everything works: list, command and feed', async () => {
	trust();
	const env = await secureService('good');
	expect(await runCli(['servers', '--json'], {env})).toMatchObject({code: 0, err: ''});
	const {code, out, err} = await runCli(['doctor'], {env});
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toMatch(/wss:\/\/127\.0\.0\.1:\d+\/websocket: live after/);
});

test('honors NODE_EXTRA_CA_CERTS', async () => {
	const env = await secureService('good');
	const run = async (more: Record<string, string>) => {
		const child = spawn(process.execPath, [program, 'servers'], {
			env: {HOME: '/nonexistent', ...env, ...more},
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
		return {code: child.exitCode, out, err};
	};
	expect(await run({})).toMatchObject({
		code: 9,
		err: expect.stringContaining('NODE_EXTRA_CA_CERTS') as string,
	});
	const {code, out, err} = await run({NODE_EXTRA_CA_CERTS: certificateFile('authority')});
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toContain('RUNNING');
});
