import {setFlagsFromString} from 'node:v8';
import {Client, EnvHttpProxyAgent, Pool, type Dispatcher} from 'undici';
import {tlsSettings} from './certificates.ts';
import {
	codeOf,
	connectionProblem,
	connectMs,
	NotReached,
	type ConnectionProblem,
	type Peer,
} from './connection-problem.ts';
import {explainHangUps, type Explain} from './explain-hang-up.ts';
import {noProxyIn, proxiesIn, type Proxy} from './proxies.ts';

export {ping, WebSocket} from 'undici';

/**
`tunnels`: sends plain HTTP through CONNECT as well. A WebSocket needs this, because forwarding proxies drop its
upgrade.
*/
type Options = {tunnels: boolean} & Pick<
	EnvHttpProxyAgent.Options,
	'webSocket' | 'headersTimeout' | 'bodyTimeout'
>;

export type Network = {
	dispatcher: Dispatcher;
	explain: Explain;
};

/**
Opens connections with the proxies, authorities and client certificate of the environment. A proxy that refuses or
cannot be reached causes `NotReached`. Throws `NotReached` if the environment is invalid. Import this lazily: undici
takes about 60 ms to load.
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
		// The client of a proxy that opens tunnels.
		clientFactory: (origin, given) => {
			const proxy = proxies.find(one => one?.url === origin.href);
			return proxy ? clientOf(proxy, given).compose(tunnelsOf(proxy)) : poolOf(origin, given);
		},
		// The client of a proxy that forwards, and of all other peers.
		factory: (origin, given) => {
			const proxy = proxies.find(one => one?.url === String(origin));
			return proxy ? clientOf(proxy, given) : poolOf(origin, given);
		},
	});
	// Does not probe past a proxy.
	const {explain, noteAnswer} = explainHangUps(tls, {mayProbe: !http && !https});
	return {
		dispatcher: agent.compose(noteAnswers(noteAnswer), ...(http ? [forwardedBy(http)] : [])),
		explain,
	};
}

/** Sends requests to a Unix socket, each on a connection of its own: one kept open may just be closing. */
export function openSocket(socketPath: string): Dispatcher {
	const options = {pipelining: 0, headersTimeout: 0, bodyTimeout: 0};
	return poolOf('http://localhost', {...options, connect: {socketPath, timeout: connectMs}});
}

const hostOf = ({origin = ''}: Dispatcher.DispatchOptions) => new URL(origin).host;

/** Records the hosts that have answered, whatever the answer. undici reports a WebSocket's scheme as HTTP. */
function noteAnswers(noteAnswer: (host: string) => void): Dispatcher.DispatcherComposeInterceptor {
	return dispatch => (options, handler) =>
		dispatch(options, {
			...delegateTo(handler),
			onRequestUpgrade: (...given) => {
				noteAnswer(hostOf(options));
				handler.onRequestUpgrade?.(...given);
			},
			onResponseStart: (...given) => {
				noteAnswer(hostOf(options));
				handler.onResponseStart?.(...given);
			},
		});
}

/** Creates a pool whose connections compile undici's parser only once. */
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
undici parses HTTP with WebAssembly, which it compiles in the callback of its first connection. V8 would soon optimize
the module's one big function in another thread, and an exit waits 35 ms for that: 40 % of a one-shot command. No
response is long enough to benefit. The module keeps the flag that it was compiled with, so the flag is restored
immediately: with other flags V8 rejects its code caches, including Node's.
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

/** Connections to the proxy itself: their errors are the proxy's, not the service's. */
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

/** Timeout for a proxy's response to CONNECT. */
const tunnelMs = 10_000;

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

/** undici turns the 407 of a forwarding proxy into an error that only has a message. */
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

/** Handlers are class instances: their methods cannot be spread. */
const delegateTo = (handler: Dispatcher.DispatchHandler): Dispatcher.DispatchHandler => ({
	onRequestStart: (...given) => handler.onRequestStart?.(...given),
	onRequestUpgrade: (...given) => handler.onRequestUpgrade?.(...given),
	onResponseStarted: () => handler.onResponseStarted?.(),
	onResponseStart: (...given) => handler.onResponseStart?.(...given),
	onResponseData: (...given) => handler.onResponseData?.(...given),
	onResponseEnd: (...given) => handler.onResponseEnd?.(...given),
	onResponseError: (...given) => handler.onResponseError?.(...given),
});
