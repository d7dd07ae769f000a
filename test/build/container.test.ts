import {execFile} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {root} from '../../src/build/root.ts';
import {bundle, openShipped} from '../shipped/shipped.ts';

const text = readFileSync(path.join(root, 'src/build/Dockerfile'), 'utf8');
const [build = '', image = ''] = text.split(/^FROM .*$/m).slice(1);
const lineOf = (name: string) => new RegExp(`^${name} (.*)$`, 'm').exec(image)?.[1] ?? '';
// Lists in a Dockerfile are JSON.
const listOf = (name: string) => JSON.parse(lineOf(name).replace(/^.*?\[/, '[')) as string[];

test('the image contains only the bundle, and runs it without root on a volume', () => {
	expect([...image.matchAll(/^COPY (.*)$/gm)].map(([, what]) => what)).toEqual([
		'--from=build /build/dist/rcondeck.mjs /build/dist/rcondeck-program.js /opt/rcondeck/',
	]);
	expect(lineOf('USER')).toBe('1000:1000');
	expect(lineOf('VOLUME')).toBe('/data');
	expect(lineOf('ENV')).toContain('RCONDECK_STATE_DIR=/data ');
});

test('it is built from files of the repository', () => {
	const copied = [...build.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, what = '']) => what.split(' '));
	expect(copied).toContain('src');
	expect(copied.filter(name => !existsSync(path.join(root, name)))).toEqual([]);
	expect(existsSync(path.join(root, 'src/build/bundle.ts'))).toBe(true);
});

test('its health check asks /healthz', async () => {
	let status = 200;
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? '');
		response.writeHead(status).end();
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	// Listens on a port, not a path.
	const {port} = server.address() as AddressInfo;
	const url = /HEALTH_URL=(\S+)/.exec(lineOf('ENV'))?.[1] ?? '';
	const [, ...given] = listOf('HEALTHCHECK');
	const exitCode = () =>
		new Promise(resolve => {
			const env = {HEALTH_URL: url.replace('8440', String(port))};
			execFile(process.execPath, given, {env}).on('exit', resolve);
		});
	expect(await exitCode()).toBe(0);
	status = 503;
	expect(await exitCode()).toBe(1);
	expect(asked).toEqual(['/healthz', '/healthz']);
	server.close();
	server.closeAllConnections();
	expect(await exitCode()).toBe(1);
});

test('its command serves', async () => {
	const {start} = openShipped({program: bundle});
	const given = listOf('CMD').map(word => word.replace('0.0.0.0:8440', '127.0.0.1:0'));
	const service = start([...given, '--demo']);
	await service.saysOnError('127.0.0.1:');
	service.kill('SIGTERM');
	expect(await service.ended).toMatchObject({code: 0});
});
