import type {ByName} from '../json/maps.ts';
import type {Socket} from 'node:net';
import {buildConnector, type Dispatcher, Pool, Socks5ProxyAgent} from 'undici';
import type {TlsSettings} from './certificates.ts';
import {
	codeOf,
	connectionProblem,
	type ConnectionProblem,
	connectMs,
	NotReached,
	type Peer,
} from './connection-problem.ts';
import {delegateTo} from './http-exchange.ts';
import type {Proxy} from './proxies.ts';

/**
Opens a connection to the host of a URL through a proxy, with TLS if the URL has it. Rejects with `NotReached` if the proxy refuses
or cannot be reached.
*/
export async function openTunnel(proxy: Proxy, url: URL, {ca, ...client}: TlsSettings): Promise<Socket> {
	const isSecure = /^(https|wss):$/.test(url.protocol);
	const port = url.port || (isSecure ? '443' : '80');
	const timeout = {timeout: connectMs, allowH2: false};
	const connect = buildConnector({...timeout, ...(ca && {ca})});
	const open = proxy.isSocks ? openWithSocks : openWithConnect;
	const socket = await open(proxy, {hostname: url.hostname, port}, connect);
	if (!isSecure) return socket;
	const {hostname, host} = url;
	const encrypt = buildConnector({...timeout, ...(ca && {ca}), ...client});
	return new Promise((resolve, reject) =>
		encrypt({protocol: 'https:', hostname, host, port, httpSocket: socket}, (...[error, encrypted]) => {
			if (error) reject(error);
			else resolve(encrypted);
		}),
	);
}

type Target = {hostname: string; port: string};

async function openWithConnect(
	proxy: Proxy,
	{hostname, port}: Target,
	connect: buildConnector.connector,
): Promise<Socket> {
	const target = `${hostname}:${port}`;
	const {socket} = await poolOfProxy(proxy, connect, {headersTimeout: tunnelMs})
		.compose(tunnelsOf(proxy))
		.connect({origin: new URL(proxy.url).origin, path: target, headers: headersFor(proxy, target)});
	// undici declares the connection to a proxy as a stream.
	return socket as Socket;
}

/** Timeout for a proxy's response to CONNECT. */
const tunnelMs = 10_000;

/** The headers of a request to a proxy, which concerns `host`. */
export const headersFor = ({login}: Proxy, host: string): ByName<string> => {
	if (!login) return {host};
	const credentials = Buffer.from(`${login.username}:${login.password}`).toString('base64');
	return {host, 'proxy-authorization': ['Basic', credentials].join(' ')};
};

/** Connections to the proxy itself: their errors are the proxy's, not the service's. */
export function poolOfProxy(proxy: Proxy, connect: buildConnector.connector, options: Pool.Options): Pool {
	return new Pool(new URL(proxy.url).origin, {
		...options,
		// undici would ask the proxy for the certificate of the service.
		connect: ({servername: _servername, ...to}, done) =>
			connect(to, (...[error, socket]) => {
				if (error) done(new NotReached(connectionProblem(error, peerOf(proxy)), error), null);
				else done(null, socket);
			}),
	});
}

/** undici's method for this is public, but has no type. */
type SocksAgent = {createSocks5Connection: (hostname: string, port: number) => Promise<Socket>};

async function openWithSocks(
	proxy: Proxy,
	{hostname, port}: Target,
	connect: buildConnector.connector,
): Promise<Socket> {
	const agent = new Socks5ProxyAgent(proxy.url, {connect, ...proxy.login}) as unknown as SocksAgent;
	try {
		return await agent.createSocks5Connection(hostname, Number(port));
	} catch (cause) {
		const [code, peer] = [codeOf(cause), peerOf(proxy)];
		if (code.includes('SOCKS5_AUTH')) throw new NotReached({kind: loginProblem(proxy), ...peer}, cause);
		if (!code.includes('SOCKS')) throw new NotReached(connectionProblem(cause, peer), cause);
		throw new NotReached({kind: 'noTunnel', ...peer, target: `${hostname}:${port}`, code}, cause);
	}
}

const peerOf = ({host, variable}: Proxy): Peer => ({name: host, setting: variable, isProxy: true});

/** Reports a proxy's response to CONNECT if it is not 200. */
function tunnelsOf(proxy: Proxy): Dispatcher.DispatcherComposeInterceptor {
	return dispatch => (options, handler) =>
		dispatch(options, {
			...delegateTo(handler),
			onRequestUpgrade: (controller, status, headers, socket) => {
				if (status === 200) {
					handler.onRequestUpgrade?.(controller, status, headers, socket);
					return;
				}
				socket.on('error', () => {}).destroy();
				handler.onResponseError?.(controller, new NotReached(refusal(proxy, status, options.path)));
			},
			onResponseError: (controller, error) => {
				if (error instanceof NotReached) return handler.onResponseError?.(controller, error);
				const problem = {...peerOf(proxy), target: options.path, code: codeOf(error)};
				handler.onResponseError?.(controller, new NotReached({kind: 'noTunnel', ...problem}, error));
			},
		});
}

/** Why a proxy answered with this status itself. */
export function refusal(proxy: Proxy, status: number, target: string): ConnectionProblem {
	const problem = {...peerOf(proxy), target, code: status};
	if (status === 407) return {kind: loginProblem(proxy), ...problem};
	return {kind: status >= 500 ? 'proxyFailed' : 'proxyRefused', ...problem};
}

const loginProblem = ({login}: Proxy) => (login ? 'proxyLoginRefused' : 'proxyLoginRequired');
