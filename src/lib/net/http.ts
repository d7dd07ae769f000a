import type {Network} from './dispatcher.ts';
import {exchange, HttpTimeout} from './http-exchange.ts';
import type {HttpAnswer, HttpOptions, HttpRequest} from './http-message.ts';

/** Sends a request once, like `exchange`, with the cause of a problem in the error. */
export type SendHttp = (request: HttpRequest, options: HttpOptions) => Promise<HttpAnswer>;

/** Connections are kept until `close`. */
export type HttpPeer = {send: SendHttp; close: () => void};

/** Reaches any peer, with the proxies, authorities and client certificate of the environment. */
export const openHttp = (env: NodeJS.ProcessEnv): HttpPeer =>
	openPeer(async () => (await import('./dispatcher.ts')).openNetwork(env));

/** Reaches the peer that listens on a Unix socket. */
export const openHttpSocket = (socketPath: string): HttpPeer =>
	openPeer(async () => ({dispatcher: (await import('./dispatcher.ts')).openSocket(socketPath)}));

type Connections = Pick<Network, 'dispatcher'> & Partial<Pick<Network, 'explain'>>;

/** Opens nothing before the first request. */
function openPeer(open: () => Promise<Connections>): HttpPeer {
	let opened: Promise<Connections> | undefined;
	return {
		send: async (request, options) => {
			opened ??= open();
			const {dispatcher, explain} = await opened.catch((error: unknown) => {
				opened = undefined;
				throw error;
			});
			try {
				return await exchange(dispatcher, request, options);
			} catch (error) {
				options.signal.throwIfAborted();
				throw explain && !(error instanceof HttpTimeout) ? await explain(error, request.url) : error;
			}
		},
		close: () => void opened?.then(({dispatcher}) => dispatcher.destroy()).catch(() => {}),
	};
}
