import {callbackify} from 'node:util';
import {Agent, buildConnector, type Dispatcher, Pool} from 'undici';
import {tlsSettings, type TlsSettings} from './certificates.ts';
import {connectMs, NotReached} from './connection-problem.ts';
import {type Explain, explainHangUps} from './explain-hang-up.ts';
import {delegateTo} from './http-exchange.ts';
import {proxiesIn, type Proxy, proxyFor} from './proxies.ts';
import {headersFor, openTunnel, poolOfProxy, refusal} from './tunnel.ts';

export type Network = {
	dispatcher: Dispatcher;
	explain: Explain;
};

/** The sender of a request limits its time. */
const withoutLimits = {headersTimeout: 0, bodyTimeout: 0};
const options = {...withoutLimits, connections: 256, keepAliveTimeout: 20_000};

/**
Opens connections with the proxies, authorities and client certificate of the environment. A proxy that refuses or
cannot be reached causes `NotReached`. Throws `NotReached` if the environment is invalid.
*/
export function openNetwork(env: NodeJS.ProcessEnv): Network {
	let settings: TlsSettings | undefined;
	const tls = () => (settings ??= tlsSettings(env));
	const {http, https} = proxiesIn(env);
	const agent = new Agent({
		factory: origin => {
			const url = new URL(origin);
			const proxy = proxyFor(env, url);
			if (!proxy) return new Pool(url, {...options, connect: connectorOf(tls)});
			if (url.protocol === 'http:' && !proxy.isSocks) return forwarder(proxy, tls());
			const open = callbackify(async () => openTunnel(proxy, url, tls()));
			return new Pool(url, {
				...options,
				connect: (_, done) => open((error, socket) => (error ? done(error, null) : done(null, socket))),
			});
		},
	});
	// Does not probe past a proxy.
	const {explain, noteAnswer} = explainHangUps(tls, {mayProbe: !http && !https});
	return {dispatcher: agent.compose(noteAnswers(noteAnswer)), explain};
}

/** Sends requests to a Unix socket, each on a connection of its own: one kept open may just be closing. */
export const openSocket = (socketPath: string): Dispatcher =>
	new Pool('http://localhost', {...withoutLimits, pipelining: 0, connect: {socketPath, timeout: connectMs}});

/** Connects to a peer itself. The settings of TLS may be wrong, which does not matter to plain HTTP. */
function connectorOf(tls: () => TlsSettings): buildConnector.connector {
	const plain = buildConnector({timeout: connectMs});
	let secure: typeof plain | undefined;
	return (to, done) => {
		if (to.protocol !== 'https:') return plain(to, done);
		secure ??= buildConnector({timeout: connectMs, allowH2: false, ...tls()});
		secure(to, done);
	};
}

/** Records the hosts that have answered, whatever the answer. */
function noteAnswers(noteAnswer: (host: string) => void): Dispatcher.DispatcherComposeInterceptor {
	return dispatch => (request, handler) =>
		dispatch(request, {
			...delegateTo(handler),
			onResponseStart: (...given) => {
				noteAnswer(new URL(request.origin ?? '').host);
				handler.onResponseStart?.(...given);
			},
		});
}

/** Sends plain HTTP to a proxy, which forwards it. (RFC 9112, 3.2.2) A 407 is the proxy's, because nothing was forwarded. */
function forwarder(proxy: Proxy, {ca}: TlsSettings): Dispatcher {
	const connect = buildConnector({timeout: connectMs, allowH2: false, ...(ca && {ca})});
	return poolOfProxy(proxy, connect, options).compose(dispatch => (request, handler) => {
		const {host, origin} = new URL(request.origin ?? '');
		const headers = {...request.headers, ...headersFor(proxy, host)};
		return dispatch(
			{...request, path: origin + request.path, headers},
			{
				...delegateTo(handler),
				onResponseStart: (controller, status, ...given) => {
					if (status === 407) controller.abort(new NotReached(refusal(proxy, status, host)));
					else handler.onResponseStart?.(controller, status, ...given);
				},
			},
		);
	});
}
