import {EnvHttpProxyAgent} from 'undici';
import {expect, test} from 'vitest';
import {proxyFor} from '../../../src/lib/net/proxies.ts';

const proxy = 'http://proxy.example:3128/';

/** Returns whether undici, which sends the requests, would use the proxy. */
function isUsedByUndici(url: string, noProxy: string): boolean {
	const reached: string[] = [];
	const agent = new EnvHttpProxyAgent({
		httpProxy: proxy,
		noProxy,
		factory: origin => {
			reached.push(String(origin));
			throw new Error('far enough');
		},
	});
	expect(() => agent.dispatch({origin: url, path: '/', method: 'GET'}, {})).toThrow('far enough');
	return reached[0] === proxy;
}

const addresses = [
	'http://games.example',
	'http://games.example:8440',
	'http://a.games.example',
	'http://a.games.example.',
	'http://notgames.example',
	'http://127.0.0.1:8440',
	'http://[::1]:8440',
	'http://[::1]',
];

test.each([
	'',
	'*',
	'*:8440',
	' , games.example',
	'GAMES.example',
	'.games.example',
	'*.games.example',
	'games.example.',
	'games.example:8440',
	'other.example games.example:80',
	'127.0.0.1',
	'::1',
	'[::1]',
	'[::1]:8440',
	'a:b:c',
	'.',
])('NO_PROXY=%j means the same for the feed as for requests', noProxy => {
	const env = {HTTP_PROXY: proxy, NO_PROXY: noProxy};
	const forFeed = (url: string) => proxyFor(env, new URL(url.replace('http', 'ws'))) !== undefined;
	expect(addresses.map(forFeed)).toEqual(addresses.map(url => isUsedByUndici(url, noProxy)));
});

test('the proxy for TLS is that of HTTPS_PROXY, or else of HTTP_PROXY', () => {
	const urls = (env: Record<string, string>) =>
		['ws://a.example', 'wss://a.example'].map(url => proxyFor(env, new URL(url))?.url);
	const [plain, secure] = ['http://plain.example/', 'http://secure.example/'];
	expect(urls({HTTP_PROXY: plain, HTTPS_PROXY: secure})).toEqual([plain, secure]);
	expect(urls({HTTP_PROXY: plain})).toEqual([plain, plain]);
	expect(urls({HTTPS_PROXY: secure})).toEqual([undefined, secure]);
	expect(urls({})).toEqual([undefined, undefined]);
});
