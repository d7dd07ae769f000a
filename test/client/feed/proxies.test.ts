import {readFileSync} from 'node:fs';
import {connect, type AddressInfo} from 'node:net';
import tls from 'node:tls';
import {expect, onTestFinished, test} from 'vitest';
import {openSockets} from '../../../src/client/feed/socket.ts';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {openProxy, withLogin} from '../../helpers/proxy.ts';
import {certificateFile, secureService} from '../../helpers/secure-service.ts';
import {openSocksProxy} from '../../helpers/socks-proxy.ts';
import {stompService} from '../../helpers/stomp-service.ts';
import {follow} from './follow.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const authority = {SSL_CERT_FILE: certificateFile('authority')};

/** Follows the service over TLS with this environment. */
async function followSecurely(env: Record<string, string>) {
	const {RCONDECK_URL = '', RCONDECK_TOKEN = ''} = await secureService('good');
	const {host} = new URL(RCONDECK_URL);
	const feed = follow(`wss://${host}/websocket`, {
		openSocket: openSockets(env),
		credentials: {kind: 'token', token: new Secret(RCONDECK_TOKEN)},
		destinations: ['/user/queue/rcon'],
	});
	return {...feed, host};
}

test('without TLS, the feed uses a tunnel, with the login of the proxy', async () => {
	const peer = await stompService();
	const proxy = await openProxy({login: 'anna:p@ss'});
	const openSocket = openSockets({HTTP_PROXY: withLogin(proxy, 'anna:p%40ss')});
	const {is} = follow(peer.url, {openSocket});
	await is('live');
	expect(proxy.tunnels).toEqual([`127.0.0.1:${peer.port}`]);
	expect(proxy.forwarded).toEqual([]);
});

test('a host in NO_PROXY is reached directly', async () => {
	const peer = await stompService();
	const proxy = await openProxy();
	const {is} = follow(peer.url, {openSocket: openSockets({HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1'})});
	await is('live');
	expect(proxy.tunnels).toEqual([]);
});

test('the connection to a proxy may also use TLS', async () => {
	const proxy = await openProxy();
	const files = {key: readFileSync(certificateFile('key')), cert: readFileSync(certificateFile('good'))};
	const front = tls.createServer(files, socket => {
		const onward = connect(Number(new URL(proxy.url).port), '127.0.0.1');
		socket.on('error', () => {}).pipe(onward);
		onward.on('error', () => {}).pipe(socket);
	});
	await new Promise<void>(resolve => front.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void front.close());
	// A server that listens on a port has an address with a port.
	const {port} = front.address() as AddressInfo;
	const {is, host} = await followSecurely({...authority, HTTPS_PROXY: `https://127.0.0.1:${port}`});
	await is('live');
	expect(proxy.tunnels).toEqual([host]);
});

test.each([
	{refuse: 403, reason: '(403)'},
	{refuse: 502, reason: '502'},
	{refuse: 'close', reason: 'proxy'},
] as const)('a proxy that answers with $refuse is blamed', async ({refuse, reason}) => {
	const peer = await stompService();
	const proxy = await openProxy({refuse});
	const {statuses} = follow(peer.url, {openSocket: openSockets({HTTP_PROXY: proxy.url})});
	await waitFor(() => expect(statuses().length).toBeGreaterThan(1));
	expect(statuses()[1]).toMatchObject({reason: expect.stringContaining(new URL(proxy.url).host)});
	expect(statuses()[1]).toMatchObject({reason: expect.stringContaining(reason)});
});

test('an invalid proxy is named', async () => {
	const {statuses} = follow('ws://127.0.0.1:1/websocket', {openSocket: openSockets({HTTP_PROXY: 'ftp://x'})});
	await waitFor(() =>
		expect(statuses().at(-1)).toMatchObject({reason: expect.stringContaining('HTTP_PROXY')}),
	);
});

test.each([false, true])('uses a SOCKS proxy (with a login: %s)', async asksLogin => {
	const peer = await stompService();
	const proxy = await openSocksProxy({asksLogin});
	const HTTP_PROXY = asksLogin ? proxy.url.replace('//', '//anna:p%40ss@') : proxy.url;
	const {is} = follow(peer.url.replace('127.0.0.1', 'localhost'), {openSocket: openSockets({HTTP_PROXY})});
	await is('live');
	expect(proxy.targets).toEqual([`localhost:${peer.port}`]);
	expect(proxy.logins).toEqual(asksLogin ? ['anna:p@ss'] : []);
});

test('uses TLS through a SOCKS proxy', async () => {
	const proxy = await openSocksProxy();
	const {is, host} = await followSecurely({...authority, HTTPS_PROXY: proxy.url});
	await is('live');
	expect(proxy.targets).toEqual([host]);
});

test('does not trust a certificate of an unknown authority through a proxy', async () => {
	const proxy = await openSocksProxy();
	const {statuses, host} = await followSecurely({HTTPS_PROXY: proxy.url});
	await waitFor(() => expect(statuses().length).toBeGreaterThan(1));
	expect(statuses()[1]).toMatchObject({
		reason: expect.stringMatching(new RegExp(`certificate.*${host}|${host}.*certificate`)),
	});
});

test('a SOCKS proxy that refuses, or is down, is blamed', async () => {
	const peer = await stompService();
	const refusing = await openSocksProxy({refuse: 5});
	for (const url of [refusing.url, 'socks5://127.0.0.1:1']) {
		const {statuses} = follow(peer.url, {openSocket: openSockets({HTTP_PROXY: url})});
		await waitFor(() =>
			expect(statuses().at(-1)).toMatchObject({
				reason: expect.stringContaining(`proxy ${new URL(url).host}`),
			}),
		);
	}
});
