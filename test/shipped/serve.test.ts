import {spawn} from 'node:child_process';
import {copyFileSync, readFileSync} from 'node:fs';
import {request} from 'node:https';
import path from 'node:path';
import type {TLSSocket} from 'node:tls';
import {expect, onTestFinished, test} from 'vitest';
import {tempFolder} from '../cli/temp-folder.ts';
import {parseMetrics} from '../helpers/prometheus-text.ts';
import {certificateFile} from '../helpers/secure-service.ts';
import {bundle, openShipped, type Shipped} from './shipped.ts';

/** Starts the service and resolves to its URL and token once it listens. */
async function serve(rcondeck: Shipped, args: readonly string[]) {
	const service = rcondeck.start(['serve', '--demo', '--servers', '2', '--port', '0', ...args]);
	await service.says('Ctrl-C');
	const [url, token] = valuesIn(service.out());
	return {...service, url, token};
}

/** The URL and the token that the service has printed. */
const valuesIn = (said: string): [string, string] => [
	/export RCONDECK_URL=(\S+)/.exec(said)?.[1] ?? '',
	/export RCONDECK_TOKEN=(\S+)/.exec(said)?.[1] ?? '',
];

type Answer = {status: number | undefined; body: string; fingerprint: string};

const ask = (url: string, headers: Record<string, string> = {}): Promise<Answer> =>
	new Promise((resolve, reject) => {
		const ca = readFileSync(certificateFile('authority'));
		request(url, {ca, headers, agent: false, rejectUnauthorized: false}, answer => {
			// The request is over TLS.
			const {fingerprint256: fingerprint} = (answer.socket as TLSSocket).getPeerCertificate();
			let body = '';
			answer.on('data', data => (body += String(data)));
			answer.on('end', () => resolve({status: answer.statusCode, body, fingerprint}));
		})
			.on('error', reject)
			.end();
	});

test('serves TLS, metrics and JSON logs, reloads its certificate on HUP, and ends with 0 on TERM', async () => {
	const rcondeck = openShipped({});
	const [cert, key] = ['cert.pem', 'key.pem'].map(name => path.join(rcondeck.folder, name));
	copyFileSync(certificateFile('good'), cert ?? '');
	copyFileSync(certificateFile('key'), key ?? '');
	const service = await serve(rcondeck, ['--tls-cert', cert ?? '', '--tls-key', key ?? '']);
	const {url, token} = service;
	expect(url).toMatch(/^https:/);
	const env = {
		RCONDECK_URL: url,
		RCONDECK_TOKEN: token,
		NODE_EXTRA_CA_CERTS: certificateFile('authority'),
	};
	expect(await rcondeck.run(['servers'], {env})).toMatchObject({code: 0, err: ''});
	const first = await ask(`${url}/healthz`);
	expect(first).toMatchObject({status: 200, body: '{"status":"ok"}\n'});
	const metrics = parseMetrics((await ask(`${url}/metrics`)).body);
	expect(metrics.get('rcondeck_tls_certificate_expiry_timestamp_seconds')?.samples[0]?.value).toBeGreaterThan(
		4e9,
	);
	copyFileSync(certificateFile('expired'), cert ?? '');
	service.kill('SIGHUP');
	await service.saysOnError('"tls-reload-failed"');
	expect((await ask(`${url}/healthz`)).fingerprint).toBe(first.fingerprint);
	copyFileSync(certificateFile('elsewhere'), cert ?? '');
	service.kill('SIGHUP');
	await service.saysOnError('"tls-reload"');
	expect((await ask(`${url}/healthz`)).fingerprint).not.toBe(first.fingerprint);
	service.kill('SIGTERM');
	const {code, err} = await service.ended;
	expect(code).toBe(0);
	const events = err
		.trimEnd()
		.split('\n')
		.map(line => (JSON.parse(line) as {event: string}).event);
	expect(events[0]).toBe('start');
	expect(events.at(-1)).toBe('closed');
	expect(err).not.toContain(token);
});

test('a request in progress delays the end, and a second signal ends the service at once', async () => {
	const rcondeck = openShipped({});
	const {url, token, kill, saysOnError, ended} = await serve(rcondeck, ['--rcon', 'hangs']);
	const headers = {'Application-Token': token};
	const {id} = (await (await fetch(`${url}/team/my`, {headers})).json()) as {id: string};
	const servers = (await (await fetch(`${url}/server/by-team/${id}`, {headers})).json()) as {
		id: string;
		state: string;
	}[];
	const online = servers.find(({state}) => state === 'RUNNING')?.id;
	const body = JSON.stringify({command: 'status'});
	const hanging = fetch(`${url}/server/${online}/rcon?await=true&timeoutMs=600000`, {
		method: 'POST',
		headers,
		body,
	}).then(
		({status}) => String(status),
		() => 'cut off',
	);
	const inFlight = async (): Promise<number> => {
		const text = await (await fetch(`${url}/metrics`)).text();
		return parseMetrics(text).get('rcondeck_http_requests_in_flight')?.samples[0]?.value ?? 0;
	};
	while ((await inFlight()) < 2);
	kill('SIGINT');
	await saysOnError('"shutdown"');
	kill('SIGINT');
	expect((await ended).code).toBe(130);
	expect(await hanging).toBe('cut off');
});

test('a log that nobody reads does not harm the service', async () => {
	const folder = tempFolder();
	const [node, ...program] = bundle;
	const args = ['serve', '--demo', '--servers', '2', '--port', '0', '--log-level', 'debug'];
	const env = {PATH: process.env['PATH'], RCONDECK_STATE_DIR: folder, RCONDECK_CONFIG_DIR: folder};
	const child = spawn(node, [...program, ...args], {env, stdio: ['ignore', 'pipe', 'pipe']});
	onTestFinished(() => void child.kill('SIGKILL'));
	child.stderr.destroy();
	let said = '';
	for await (const text of child.stdout) {
		said += String(text);
		if (said.includes('Ctrl-C')) break;
	}
	const [url, token] = valuesIn(said);
	const statusOf = async (headers: Record<string, string>) =>
		(await fetch(`${url}/team/my`, {headers})).status;
	for (let turn = 0; turn < 5; turn++) expect(await statusOf({})).toBe(401);
	expect(await statusOf({'Application-Token': token})).toBe(200);
	expect(parseMetrics(await (await fetch(`${url}/metrics`)).text()).has('rcondeck_build_info')).toBe(true);
});
