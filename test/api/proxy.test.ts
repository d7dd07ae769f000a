import {createServer, request} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, onTestFinished, test, vi} from 'vitest';
import {httpService, json} from '../helpers/http-service.ts';
import {apiAt, failureOf} from './helpers.ts';

/** A proxy on loopback that notes what it is asked for: it forwards plain requests and lets no tunnel through. */
async function proxy(): Promise<{url: string; targets: string[]}> {
	const targets: string[] = [];
	const server = createServer((incoming, response) => {
		const {method, url = '', headers} = incoming;
		targets.push(url);
		const onward = request(url, {method, headers}, answer => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		incoming.pipe(onward);
	});
	server.on('connect', ({url = ''}, socket) => {
		targets.push(url);
		socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		vi.unstubAllEnvs();
		server.closeAllConnections();
		server.close();
	});
	// A server that listens on a port has an address with one.
	return {url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, targets};
}

function useProxy(url: string, noProxy = ''): void {
	for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY']) vi.stubEnv(name, url);
	for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, noProxy);
}

test('requests go through the proxy of the environment, but for the hosts that it leaves out', async () => {
	const service = await httpService((_seen, response) => json(response, 200, {id: 't'}));
	const {url, targets} = await proxy();
	useProxy(url);
	await apiAt(service.url).myTeam();
	expect(targets).toEqual([`${service.url}/team/my`]);
	useProxy(url, '127.0.0.1');
	await apiAt(service.url).myTeam();
	expect(targets).toHaveLength(1);
	expect(service.seen).toHaveLength(2);
});

test('a proxy that lets nothing through is said', async () => {
	const {url, targets} = await proxy();
	useProxy(url);
	const error = await failureOf(apiAt('https://127.0.0.1:9').startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreachable');
	expect(error.message).toContain('The proxy does not let requests through');
	expect(targets).toEqual(['127.0.0.1:9']);
});

test('a proxy that wants a login is said', async () => {
	const service = await httpService((_seen, response) => response.writeHead(407).end());
	useProxy(service.url);
	const error = await failureOf(apiAt('http://127.0.0.1:9').startServer({serverId: 's1'}));
	expect(error).toMatchObject({
		reason: 'unreachable',
		message: expect.stringContaining('The proxy wants a login'),
	});
});

test('a proxy that is no URL is said', async () => {
	useProxy('nonsense');
	const error = await failureOf(apiAt('http://127.0.0.1:9').startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'unreachable'});
	expect(error.message).toContain('HTTPS_PROXY');
});
