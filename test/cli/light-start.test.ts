import {execFile} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';

const program = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');

/** Reports at exit what Node has loaded, and whether V8 would still accept code cached at the start. */
const spy = `
import {writeFileSync} from 'node:fs';
import {Script} from 'node:vm';
const code = new Script('1').createCachedData();
process.once('exit', () => writeFileSync(process.env.SPY, JSON.stringify({
	loaded: process.moduleLoadList.map(name => name.split(' ').at(-1)),
	takesOldCode: !new Script('1', {cachedData: code}).cachedDataRejected,
})));
`;

/** 180 kB. */
const servers = Array.from({length: 600}, (_, index) => ({
	id: `s${index}`,
	displayName: `bench-${index}`,
	nodeId: 'n',
	serverDirectory: '/srv/'.padEnd(200, 'x'),
	state: 'ONLINE',
}));

test('a command over HTTP loads no TLS, HTTP/2, cryptography, SQLite or child processes, and keeps the V8 flags', async () => {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const service = createServer((request, response) => {
		response.setHeader('Content-Type', 'application/json');
		response.end(request.url === '/team/my' ? '{"id": "team", "permissions": []}' : JSON.stringify(servers));
	});
	await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void service.close());
	writeFileSync(path.join(folder, 'spy.mjs'), spy);
	const seen = path.join(folder, 'seen.json');
	const {port} = service.address() as AddressInfo;
	writeFileSync(path.join(folder, 'ca.pem'), '-----BEGIN CERTIFICATE-----');
	const env = {
		PATH: process.env['PATH'],
		HOME: folder,
		SSL_CERT_DIR: folder,
		SPY: seen,
		RCONDECK_URL: `http://127.0.0.1:${port}`,
		RCONDECK_TOKEN: 'token',
	};
	const args = ['--import', path.join(folder, 'spy.mjs'), program, 'servers'];
	const {stdout} = await promisify(execFile)(process.execPath, args, {env});
	expect(stdout).toContain('bench-599');
	const report = JSON.parse(readFileSync(seen, 'utf8')) as {loaded: string[]; takesOldCode: boolean};
	expect(report.takesOldCode).toBe(true);
	const heavy = new Set(['tls', 'http2', 'https', 'crypto', 'child_process', 'sqlite']);
	expect(report.loaded.filter(name => heavy.has(name))).toEqual([]);
	expect(report.loaded).toContain('net');
});
