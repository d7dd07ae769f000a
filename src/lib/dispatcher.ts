import {setFlagsFromString} from 'node:v8';
import {Client, EnvHttpProxyAgent, Pool, type Dispatcher} from 'undici';
import {tlsSettings} from './certificates.ts';
import {
	alertProblem,
	codeOf,
	connectionProblem,
	connectMs,
	NotReached,
	type ConnectionProblem,
	type Peer,
} from './connection-problem.ts';
import {probeTls} from './probe-tls.ts';
import {noProxyIn, proxiesIn, type Proxy} from './proxies.ts';

export {WebSocket} from 'undici';

/** `tunnels`: plain HTTP goes through CONNECT as well, as a WebSocket must: a proxy that forwards drops its upgrade. */
type Options = {tunnels: boolean} & Pick<
	EnvHttpProxyAgent.Options,
	'webSocket' | 'headersTimeout' | 'bodyTimeout'
>;

export type Network = {
	dispatcher: Dispatcher;
	/**
	Why a request to `url` really failed: a `NotReached` where a peer that never answered before has hung up because it
	speaks TLS, or because it wants a client certificate; else the error itself.
	*/
	explain: (error: unknown, url: URL) => Promise<unknown>;
};

/**
Connections with the proxies, the authorities and the client certificate of the environment. What a proxy refuses, or
a proxy that cannot be reached, comes as `NotReached`. Throws `NotReached` where the environment cannot be used. Import
this late: undici takes some 60 ms.
*/
export function openNetwork(env: NodeJS.ProcessEnv, {tunnels, ...options}: Options): Network {
	const tls = tlsSettings(env);
	const {http, https} = proxiesIn(env);
	const proxies = [http, https];
	const agent = new EnvHttpProxyAgent({
		...options,
		allowH2: false,
		connections: 256,
		keepAliveTimeout: 20_000,
		httpProxy: http?.url ?? '',
		httpsProxy: https?.url ?? '',
		noProxy: noProxyIn(env),
		proxyTunnel: tunnels,
		connect: {timeout: connectMs, ...tls},
		requestTls: {timeout: connectMs, ...tls},
		proxyTls: {timeout: connectMs, ...(tls.ca && {ca: tls.ca})},
		// The client of a proxy that is asked for tunnels.
		clientFactory: (origin, given) => {
			const proxy = proxies.find(one => one?.url === origin.href);
			return proxy ? clientOf(proxy, given).compose(tunnelsOf(proxy)) : poolOf(origin, given);
		},
		// Likewise of one that forwards, and those of all other peers.
		factory: (origin, given) => {
			const proxy = proxies.find(one => one?.url === String(origin));
			return proxy ? clientOf(proxy, given) : poolOf(origin, given);
		},
	});
	const answered = new Set<string>();
	return {
		dispatcher: agent.compose(noteAnswers(answered), ...(http ? [forwardedBy(http)] : [])),
		explain: async (error, url) => {
			if (isAlert(error)) return new NotReached(speaksTls(url));
			// Past a proxy nothing is probed: the network may not want that.
			if (!isHangUp(error) || answered.has(url.host) || http || https) return error;
			const told = (await probeTls(url, tls, {hearsOut: !isPlain(url)})) ?? '';
			const isTls = told === 'secure' || told.includes('ALERT');
			if (isPlain(url) ? !isTls : !told.includes('ALERT')) return error;
			const problem = isPlain(url) ? speaksTls(url) : {kind: alertProblem(told), name: url.host, code: told};
			return new NotReached(problem, undefined, {isProven: false});
		},
	};
}

const isPlain = ({protocol}: URL) => protocol === 'http:' || protocol === 'ws:';

/** The peer closed the connection before it had said anything. */
const isHangUp = (error: unknown) => /^(UND_ERR_SOCKET|ECONNRESET|EPIPE)$/.test(codeOf(error));

/** Instead of HTTP came a TLS alert. (RFC 8446, 5.1) */
const isAlert = (error: unknown) =>
	error instanceof Error && 'data' in error && String(error.data).startsWith('\x15\x03');

const speaksTls = ({host, protocol}: URL): ConnectionProblem => ({
	kind: 'tlsExpected',
	name: host,
	setting: protocol.slice(0, -1),
});

const hostOf = ({origin = ''}: Dispatcher.DispatchOptions) => new URL(origin).host;

/** Notes the hosts that have answered, whatever they said: undici calls a WebSocket's scheme HTTP. */
function noteAnswers(answered: Set<string>): Dispatcher.DispatcherComposeInterceptor {
	return dispatch => (options, handler) =>
		dispatch(options, {
			...delegateTo(handler),
			onRequestUpgrade: (...given) => {
				answered.add(hostOf(options));
				handler.onRequestUpgrade?.(...given);
			},
			onResponseStart: (...given) => {
				answered.add(hostOf(options));
				handler.onResponseStart?.(...given);
			},
		});
}

/** A pool whose connections compile the parser of undici once. */
function poolOf(origin: string | URL, given: Pool.Options): Pool {
	return new Pool(origin, {
		...given,
		factory: (peer, {connect, ...options}: Client.Options) =>
			new Client(peer, {
				...options,
				...(typeof connect === 'function' && {
					connect: (to, callback) => connect(to, (...result) => compiledOnce(() => callback(...result))),
				}),
			}),
	});
}

/**
undici reads HTTP by WebAssembly, which it compiles in the callback of its first connection. V8 would soon compile the
one big function of it a second time, better, in another thread: an exit waits 35 ms for that, 40 % of a one-shot
command, and no answer is so long that it pays. A module takes the setting along. It is put back at once: with other
settings V8 takes none of the code that is kept for it, not even that of Node.
*/
function compiledOnce(connected: () => void): void {
	setFlagsFromString('--wasm-tiering-budget=2000000000');
	try {
		connected();
	} finally {
		setFlagsFromString('--wasm-tiering-budget=13000000');
	}
}

const peerOf = ({host, variable}: Proxy): Peer => ({name: host, setting: variable, isProxy: true});

/** Connections to the proxy itself; what fails there is its fault and not that of the service. */
function clientOf(proxy: Proxy, given: Pool.Options): Pool {
	const {connect} = given;
	if (typeof connect !== 'function') return poolOf(proxy.url, given);
	return poolOf(proxy.url, {
		...given,
		headersTimeout: tunnelMs,
		connect: (options, callback) =>
			connect(options, (...[error, socket]) => {
				if (error) callback(new NotReached(connectionProblem(error, peerOf(proxy)), error), null);
				else callback(null, socket);
			}),
	});
}

/** How long a proxy may take to answer CONNECT. */
const tunnelMs = 10_000;

/** Says what a proxy answers to CONNECT where it is not 200. */
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

/** undici turns the 407 of a proxy that forwards into an error that has only words. */
function forwardedBy(proxy: Proxy): Dispatcher.DispatcherComposeInterceptor {
	return dispatch => (options, handler) =>
		dispatch(options, {
			...delegateTo(handler),
			onResponseError: (controller, error) => {
				const isLogin = error.message.startsWith('Proxy Authentication Required');
				const told = isLogin ? new NotReached(refusal(proxy, 407, String(options.origin)), error) : error;
				handler.onResponseError?.(controller, told);
			},
		});
}

function refusal(proxy: Proxy, status: number, target: string): ConnectionProblem {
	const problem = {...peerOf(proxy), target, code: status};
	if (status === 407) return {kind: proxy.hasLogin ? 'proxyLoginRefused' : 'proxyLoginRequired', ...problem};
	return {kind: status >= 500 ? 'proxyFailed' : 'proxyRefused', ...problem};
}

/** Handlers are objects with a prototype: their methods cannot be spread. */
const delegateTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
	onRequestStart: (...given) => handler.onRequestStart?.(...given),
	onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
	onResponseStarted: () => handler.onResponseStarted?.(),
	onResponseStart: (...given) => handler.onResponseStart?.(...given),
	onResponseData: (...given) => handler.onResponseData?.(...given),
	onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
	onResponseError: (...given) => handler.onResponseError?.(...given),
});
