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

/** Answers every command with the same output. */
function answerTo(url = ''): unknown {
	if (url === '/team/my') return {id: 'team', permissions: []};
	if (!url.includes('/rcon')) return servers;
	return {serverId: 's7', command: {command: 'status', response: 'hostname: bench', timestamp: 1}};
}

type Report = {stdout: string; loaded: string[]; takesOldCode: boolean};

/** Runs a command on a service, and returns what it has loaded at its end. */
async function run(args: readonly string[]): Promise<Report> {
	const folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const service = createServer((request, response) => {
		response.setHeader('Content-Type', 'application/json');
		request.resume();
		response.end(JSON.stringify(answerTo(request.url)));
	});
	await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void service.close());
	writeFileSync(path.join(folder, 'spy.mjs'), spy);
	const seen = path.join(folder, 'seen.json');
	// A listening server has an address with a port.
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
	const words = ['--import', path.join(folder, 'spy.mjs'), program, ...args];
	const {stdout} = await promisify(execFile)(process.execPath, words, {env});
	// Written by the spy.
	return {stdout, ...(JSON.parse(readFileSync(seen, 'utf8')) as Omit<Report, 'stdout'>)};
}

const heavy = ['tls', 'http2', 'https', 'crypto', 'child_process', 'perf_hooks', 'sqlite'];

test('a command over HTTP loads no TLS, HTTP/2, cryptography, SQLite or child processes, and keeps the V8 flags', async () => {
	const {stdout, loaded, takesOldCode} = await run(['servers']);
	expect(stdout).toContain('bench-599');
	expect(takesOldCode).toBe(true);
	expect(heavy.filter(name => loaded.includes(name))).toEqual([]);
	expect(loaded).toContain('net');
});

test('a command to a game loads only SQLite besides, for the journal', async () => {
	const {stdout, loaded} = await run(['rcon', 'bench-7', '--', 'status']);
	expect(stdout).toContain('hostname: bench');
	expect(heavy.filter(name => loaded.includes(name))).toEqual(['sqlite']);
});
