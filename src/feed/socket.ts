import type {Duplex} from 'node:stream';
import type {Dispatcher, WebSocket as UndiciSocket} from 'undici';
import type {FeedSocket, OpenSocket} from '../contract/socket.ts';
import {certificateAuthorities, certificateProblem} from '../lib/certificates.ts';

/** Packets of the service with many servers pass 1 MiB; a larger message than this ends the connection. */
const maxPayloadSize = 64 * 1024 * 1024;

/**
WebSockets by undici: with headers on the handshake, the environment's proxies, and the HTTP status of a handshake
that fails, which the web's own interface hides. Imported at the first use.
*/
export async function undiciSockets(env: NodeJS.ProcessEnv = process.env): Promise<OpenSocket> {
	const {EnvHttpProxyAgent, WebSocket} = await import('undici');
	const authorities = certificateAuthorities(env);
	const trust = authorities === undefined ? {} : {ca: authorities};
	const agent = new EnvHttpProxyAgent({
		allowH2: false,
		connect: {timeout: 5000, ...trust},
		requestTls: trust,
		webSocket: {maxPayloadSize},
	});
	return (url, {protocols, headers}) => {
		const handshake: Handshake = {status: undefined, socket: undefined, cause: undefined};
		const dispatcher = agent.compose(
			dispatch => (options, handler) => dispatch(options, observed(handler, handshake)),
		);
		return feedSocket(url, new WebSocket(url, {protocols, headers, dispatcher}), handshake);
	};
}

type Handshake = {status: number | undefined; socket: Duplex | undefined; cause: Error | undefined};

function feedSocket(url: string, inner: UndiciSocket, handshake: Handshake): FeedSocket {
	const socket: FeedSocket = {
		url,
		get readyState() {
			return inner.readyState;
		},
		binaryType: 'arraybuffer',
		onopen: undefined,
		onmessage: undefined,
		onclose: undefined,
		onerror: undefined,
		send: data => inner.send(data),
		close: () => inner.close(),
		terminate: () => {
			if (handshake.socket) handshake.socket.destroy();
			else inner.close();
		},
	};
	inner.binaryType = 'arraybuffer';
	inner.addEventListener('open', event => {
		handshake.status = undefined;
		socket.onopen?.(event);
	});
	inner.addEventListener('message', ({data}) => socket.onmessage?.({data}));
	inner.addEventListener('error', ({message}) => socket.onerror?.({message}));
	inner.addEventListener('close', ({code, reason}) => {
		const {status} = handshake;
		socket.onclose?.({code, reason: reason || wordsOf(handshake), ...(status !== undefined && {status})});
	});
	return socket;
}

function observed(handler: Dispatcher.DispatchHandler, handshake: Handshake): Dispatcher.DispatchHandler {
	return {
		onRequestStart: (...start) => handler.onRequestStart?.(...start),
		onResponseStarted: () => handler.onResponseStarted?.(),
		onRequestUpgrade: (controller, status, headers, socket) => {
			handshake.status = status;
			handshake.socket = socket;
			handler.onRequestUpgrade?.(controller, status, headers, socket);
		},
		// An answer instead of the upgrade is the end: undici would ask a second time after a 401.
		onResponseStart: (controller, status) => {
			handshake.status = status;
			controller.abort(new Error(`the handshake was answered ${status}`));
		},
		onResponseError: (controller, error) => {
			handshake.cause = error;
			handler.onResponseError?.(controller, error);
		},
	};
}

/** Why a handshake failed, as far as the connection says. */
function wordsOf({cause}: Handshake): string {
	const code = cause && 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
	if (code === 'ECONNREFUSED') return 'nothing listens there';
	if (code === 'ENOTFOUND') return 'the host is not known';
	if (code === 'UND_ERR_CONNECT_TIMEOUT') return 'no connection within 5 s';
	const problem = certificateProblem(code);
	return problem === undefined ? code : `its certificate ${problem}`;
}
