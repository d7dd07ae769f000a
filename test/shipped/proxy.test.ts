import {mkdirSync, symlinkSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {openProxy, withLogin} from '../helpers/proxy.ts';
import {certificateFile, secureService} from '../helpers/secure-service.ts';
import {openService, openShipped} from './shipped.ts';

const authority = {SSL_CERT_FILE: certificateFile('authority')};
const targetOf = (env: Record<string, string>) => new URL(env['RCONDECK_URL'] ?? '').host;

const logins = [undefined, 'anna:p%40ss'];

test.each(logins)('REST over TLS goes through HTTPS_PROXY (login: %s)', async login => {
	const env = await secureService('good');
	const proxy = await openProxy(login === undefined ? {} : {login: decodeURIComponent(login)});
	const HTTPS_PROXY = login === undefined ? proxy.url : withLogin(proxy, login);
	const rcondeck = openShipped({env: {...env, ...authority, HTTPS_PROXY}});
	const {code, out, err} = await rcondeck.run(['servers', '--json']);
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(JSON.parse(out)).toMatchObject({servers: {length: 3}});
	expect(new Set(proxy.tunnels)).toEqual(new Set([targetOf(env)]));
	expect(proxy.forwarded).toEqual([]);
});

test.each(logins)('the feed over TLS goes through HTTPS_PROXY (login: %s)', async login => {
	const env = await secureService('good');
	const proxy = await openProxy(login === undefined ? {} : {login: decodeURIComponent(login)});
	const HTTPS_PROXY = login === undefined ? proxy.url : withLogin(proxy, login);
	const rcondeck = openShipped({env: {...env, ...authority, HTTPS_PROXY}});
	const {code, out, err} = await rcondeck.run(['doctor']);
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toContain(`wss://${targetOf(env)}/websocket: live after`);
	expect(new Set(proxy.tunnels)).toEqual(new Set([targetOf(env)]));
	expect(proxy.forwarded).toEqual([]);
});

test('without TLS, REST is forwarded by HTTP_PROXY, and the feed uses a tunnel through it', async () => {
	const {env} = await openService();
	const proxy = await openProxy();
	const rcondeck = openShipped({env: {...env, HTTP_PROXY: proxy.url}});
	const {code, out} = await rcondeck.run(['doctor']);
	expect(code).toBe(0);
	expect(out).toContain('/websocket: live after');
	expect(proxy.forwarded).toContain(`${env['RCONDECK_URL']}/team/my`);
	expect(proxy.tunnels).toEqual([targetOf(env)]);
});

test('names a proxy that requires a login, for REST and for the feed', async () => {
	const secure = await secureService('good');
	const {env: plain} = await openService();
	const proxy = await openProxy({login: 'anna:pass'});
	const words = `proxy ${new URL(proxy.url).host} requires a login (407)`;
	const rcondeck = openShipped({env: {...secure, ...authority, HTTPS_PROXY: proxy.url}});
	const rest = await rcondeck.run(['servers']);
	expect({code: rest.code, out: rest.out}).toEqual({code: 9, out: ''});
	expect(rest.err).toContain(words);
	// The list bypasses the proxy, and the feed uses it.
	const feed = {RCONDECK_FEED_URL: `wss://localhost:${new URL(secure['RCONDECK_URL'] ?? '').port}/websocket`};
	const {code, out} = await rcondeck.run(['doctor'], {env: {...plain, ...feed, NO_PROXY: '127.0.0.1'}});
	expect(code).toBe(0);
	expect(out).toContain(words);
});

test('blames a proxy that is down, not the service', async () => {
	const proxy = await openProxy();
	proxy.close();
	const env = {...(await secureService('good')), ...authority, HTTPS_PROXY: proxy.url};
	const {code, err} = await openShipped({env}).run(['servers']);
	expect(code).toBe(9);
	expect(err).toContain(`Nothing is listening at the proxy ${new URL(proxy.url).host}: check HTTPS_PROXY`);
});

test('trusts the authorities in SSL_CERT_DIR, for REST and the feed', async () => {
	const env = await secureService('good');
	const rcondeck = openShipped({env});
	const folder = path.join(rcondeck.folder, 'certs');
	mkdirSync(folder);
	symlinkSync(certificateFile('authority'), path.join(folder, 'company.pem'));
	const SSL_CERT_DIR = `/nonexistent:${folder}`;
	const {code, out} = await rcondeck.run(['doctor'], {env: {SSL_CERT_DIR}});
	expect(code).toBe(0);
	expect(out).toContain('/websocket: live after');
	expect(await rcondeck.run(['servers'])).toMatchObject({code: 9});
});

test('sends a client certificate if the service asks for one, and says if it is missing, for REST and the feed', async () => {
	const env = await secureService('good', {asksClients: true});
	const rcondeck = openShipped({env: {...env, ...authority}});
	const client = {
		RCONDECK_CLIENT_CERT: certificateFile('good'),
		RCONDECK_CLIENT_KEY: certificateFile('key'),
	};
	const {code, out, err} = await rcondeck.run(['doctor'], {env: client});
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(out).toContain('/websocket: live after');
	expect(out).toMatch(/client certificate .*good\.pem/);
	const without = await rcondeck.run(['servers']);
	expect(without.code).toBe(9);
	expect(without.err).toContain(`${targetOf(env)} requires a client certificate: set RCONDECK_CLIENT_CERT`);
	const mismatched = await rcondeck.run(['servers'], {
		env: {...client, RCONDECK_CLIENT_KEY: certificateFile('authority')},
	});
	expect(mismatched.code).toBe(9);
	expect(mismatched.err).toContain('The client certificate cannot be used');
});

test('explains plain text on a TLS port and TLS on a plain port, for REST and the feed', async () => {
	const secure = await secureService('good');
	const {env: plain} = await openService();
	const [tls, open] = [targetOf(secure), targetOf(plain)];
	const rcondeck = openShipped({env: {...plain, ...authority}});
	const toTls = await rcondeck.run(['servers'], {env: {RCONDECK_URL: `http://${tls}`}});
	expect(toTls.code).toBe(9);
	expect(toTls.err).toContain(
		`${tls} expects TLS, but the connection was not encrypted: write https:// instead of http://`,
	);
	const toPlain = await rcondeck.run(['servers'], {env: {RCONDECK_URL: `https://${open}`}});
	expect(toPlain.code).toBe(9);
	expect(toPlain.err).toContain(
		`${open} does not speak TLS: check whether the base URL should start with http://`,
	);
	const feedToTls = await rcondeck.run(['doctor'], {env: {RCONDECK_FEED_URL: `ws://${tls}/websocket`}});
	expect(feedToTls.out).toContain(
		`${tls} expects TLS, but the connection was not encrypted: write wss:// instead of ws://`,
	);
	const feedToPlain = await rcondeck.run(['doctor'], {env: {RCONDECK_FEED_URL: `wss://${open}/websocket`}});
	expect(feedToPlain.out).toContain(
		`${open} does not speak TLS: check whether the feed URL should start with`,
	);
});
