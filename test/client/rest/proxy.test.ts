import {afterEach, expect, test, vi} from 'vitest';
import {mayHaveRun} from '../../../src/contract/errors.ts';
import {httpService, json} from '../../helpers/http-service.ts';
import {openProxy, withLogin} from '../../helpers/proxy.ts';
import {openSocksProxy} from '../../helpers/socks-proxy.ts';
import {secureService} from '../../helpers/secure-service.ts';
import {apiAt, failureOf} from './helpers.ts';

afterEach(() => vi.unstubAllEnvs());

function useProxy(url: string, noProxy = '', names = ['HTTP_PROXY', 'HTTPS_PROXY']): void {
	for (const name of ['http_proxy', 'https_proxy', 'HTTP_PROXY', 'HTTPS_PROXY']) vi.stubEnv(name, undefined);
	for (const name of names) vi.stubEnv(name, url);
	for (const name of ['no_proxy', 'NO_PROXY']) vi.stubEnv(name, noProxy);
}

const anAnswer = () => httpService((_seen, response) => json(response, 200, {id: 't'}));

test('requests use the proxy of the environment, except for the excluded hosts', async () => {
	const service = await anAnswer();
	const {url, forwarded} = await openProxy();
	useProxy(url);
	await apiAt(service.url).myTeam();
	expect(forwarded).toEqual([`${service.url}/team/my`]);
	useProxy(url, '127.0.0.1');
	await apiAt(service.url).myTeam();
	expect(forwarded).toHaveLength(1);
	expect(service.seen).toHaveLength(2);
});

test('treats a proxy without a scheme as an HTTP proxy, as curl does', async () => {
	const service = await anAnswer();
	const {url, forwarded} = await openProxy();
	useProxy(url.replace('http://', ''));
	await apiAt(service.url).myTeam();
	expect(forwarded).toHaveLength(1);
});

test.each([
	['http', /^The proxy 127\.0\.0\.1:\d+ requires a login \(407\): set HTTP_PROXY to .*\.$/],
	['https', /^The proxy 127\.0\.0\.1:\d+ requires a login \(407\): set HTTPS_PROXY to .*\.$/],
])('names a proxy that requires a login for %s instead of blaming the service', async (scheme, words) => {
	const proxy = await openProxy({login: 'anna:pass'});
	useProxy(proxy.url, '', [`${scheme.toUpperCase()}_PROXY`]);
	const error = await failureOf(apiAt(`${scheme}://127.0.0.1:9`).startServer({serverId: 's1'}));
	expect(error).toMatchObject({
		reason: 'unreachable',
		status: undefined,
		message: expect.stringMatching(words),
	});
	expect(proxy.logins).toEqual([undefined]);
});

test.each(['http', 'https'])(
	'reports a proxy login that is rejected for %s separately, and hides it',
	async scheme => {
		const proxy = await openProxy({login: 'anna:pass'});
		useProxy(withLogin(proxy, 'anna:wr0ng'));
		const error = await failureOf(apiAt(`${scheme}://127.0.0.1:9`).startServer({serverId: 's1'}));
		expect(error).toMatchObject({
			reason: 'unreachable',
			message: expect.stringContaining('does not accept the login'),
		});
		expect(String(error)).not.toContain('wr0ng');
		expect(proxy.logins).toEqual(['anna:wr0ng']);
	},
);

test('a 407 without a proxy is a response of the service', async () => {
	const service = await httpService((_seen, response) => response.writeHead(407).end());
	const error = await failureOf(apiAt(service.url).startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'refused', status: 407});
});

test.each([
	[403, 'blocks requests to 127.0.0.1:9 (403): check NO_PROXY'],
	[502, 'cannot reach 127.0.0.1:9 (502)'],
	['close', 'did not open a tunnel to 127.0.0.1:9'],
] as const)('names a proxy that responds to CONNECT with %s', async (refuse, words) => {
	const proxy = await openProxy({refuse});
	useProxy(proxy.url);
	const error = await failureOf(apiAt('https://127.0.0.1:9').startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'unreachable', message: expect.stringContaining(words)});
	expect(error.message).toMatch(/^The proxy 127\.0\.0\.1:\d+ /);
	expect(proxy.tunnels).toEqual(['127.0.0.1:9']);
});

test.each(['http', 'https'])('names a proxy that is down for %s instead of the service', async scheme => {
	const proxy = await openProxy();
	proxy.close();
	useProxy(proxy.url, '', [`${scheme.toUpperCase()}_PROXY`]);
	const error = await failureOf(apiAt(`${scheme}://service.invalid`).startServer({serverId: 's1'}));
	expect(error.reason).toBe('unreachable');
	expect(error.message).toBe(
		`Nothing is listening at the proxy ${new URL(proxy.url).host}: check ${scheme.toUpperCase()}_PROXY, and that it is running.`,
	);
});

test.each([
	['http://[nonsense', 'The proxy URL in HTTP_PROXY is invalid'],
	['ftp://127.0.0.1', 'The proxy URL in HTTP_PROXY is invalid'],
	['http://anna:%zz@127.0.0.1', 'The proxy URL in HTTP_PROXY is invalid'],
])('reports %s as a proxy', async (url, words) => {
	useProxy(url);
	const error = await failureOf(apiAt('http://127.0.0.1:9').startServer({serverId: 's1'}));
	expect(error).toMatchObject({reason: 'unreachable', message: expect.stringContaining(words)});
	expect(error.message).not.toContain('anna');
});

test.each(['HTTP_PROXY', 'HTTPS_PROXY'])(
	'a POST that breaks after %s may have run and is sent once',
	async name => {
		const service = await httpService((_seen, _response, socket) => void socket.destroy());
		const proxy = await openProxy();
		useProxy(proxy.url, '', [name]);
		const error = await failureOf(apiAt(service.url).awaitRcon({serverId: 's1', command: 'saveworld'}));
		expect(error.reason === 'interrupted' || error.status === 502).toBe(true);
		expect(mayHaveRun(error)).toBe(true);
		expect(service.seen).toHaveLength(1);
	},
);

test.each(['socks5', 'socks5h', 'socks'])('requests use a proxy with %s:// and its login', async scheme => {
	const service = await anAnswer();
	const {url, targets, logins} = await openSocksProxy({asksLogin: true});
	useProxy(url.replace('socks5://', `${scheme}://anna:p%40ss@`));
	await apiAt(service.url.replace('127.0.0.1', 'localhost')).myTeam();
	expect({targets, logins}).toEqual({
		targets: [new URL(service.url).host.replace('127.0.0.1', 'localhost')],
		logins: ['anna:p@ss'],
	});
});

test('a certificate that is not trusted is the fault of the service, not of a SOCKS proxy before it', async () => {
	const {RCONDECK_URL = ''} = await secureService('good');
	const {url, targets} = await openSocksProxy();
	useProxy(url);
	const error = await failureOf(apiAt(RCONDECK_URL).startServer({serverId: 's1'}));
	expect(error.message).toMatch(/^The certificate of 127\.0\.0\.1:\d+ is not trusted/);
	expect(targets).toEqual([new URL(RCONDECK_URL).host]);
});

test.each([
	['refuses the login', {refusesLogin: true}, 'anna:wr0ng@', ' does not accept the login in HTTP_PROXY: '],
	['requires a login', {asksLogin: true}, '', ' requires a login: set HTTP_PROXY '],
	['cannot connect', {refuse: 5}, '', ' did not open a tunnel to 127.0.0.1:9 (UND_ERR_SOCKS5_REPLY_5)'],
])('names a SOCKS proxy that %s', async (_what, options, login, words) => {
	const {url} = await openSocksProxy(options);
	useProxy(url.replace('//', `//${login}`), '', ['HTTP_PROXY']);
	const error = await failureOf(apiAt('http://127.0.0.1:9').startServer({serverId: 's1'}));
	const message = expect.stringContaining(new URL(url).host + words) as string;
	expect(error).toMatchObject({reason: 'unreachable', message});
	expect(mayHaveRun(error)).toBe(false);
	expect(String(error)).not.toContain('wr0ng');
});

test('names a SOCKS proxy that is down instead of the service', async () => {
	useProxy('socks5://127.0.0.1:1', '', ['HTTP_PROXY']);
	const error = await failureOf(apiAt('http://service.invalid').startServer({serverId: 's1'}));
	expect(error.message).toBe(
		'Nothing is listening at the proxy 127.0.0.1:1: check HTTP_PROXY, and that it is running.',
	);
});
