import type {Agent, ClientRequest} from 'node:http';
import {tlsSettings, type TlsSettings} from '../lib/certificates.ts';
import {explainHangUps} from '../lib/explain-hang-up.ts';
import {onDemand} from '../lib/on-demand.ts';
import {whenConnected} from '../lib/when-connected.ts';
import {receive} from './receive.ts';
import type {Carrier, WireRequest} from './wire.ts';

/** Sends requests directly to the service. Requests over TLS fail with `NotReached` if the environment is invalid. */
export function directCarrier(env: NodeJS.ProcessEnv): Carrier {
	let settings: TlsSettings | undefined;
	// There may be hundreds of certificates, which a request without TLS does not need.
	const tls = onDemand(() => (settings ??= tlsSettings(env)));
	const {explain, noteAnswer} = explainHangUps(tls, {mayProbe: true});
	const peers = new Map<string, Open>();
	const openFor = (protocol: string): Open => {
		const known = peers.get(protocol) ?? openPeer(protocol, tls);
		peers.set(protocol, known);
		return known;
	};
	return {
		explain,
		carry: (request, options) =>
			receive(options, receiver => {
				const sent = openFor(request.url.protocol)(request);
				const enough = () => sent.destroy();
				sent.on('socket', socket => whenConnected(socket, options.onSent));
				sent.on('error', receiver.fail);
				// The connection became another protocol's, or ended without an error.
				sent.on('close', () => receiver.fail(new HangUp()));
				sent.on('response', response => {
					noteAnswer(request.url.host);
					response.on('error', receiver.fail);
					response.on('data', (chunk: Buffer) => void (receiver.add(chunk) || enough()));
					response.on('end', receiver.end);
					const header = (name: string) => response.headersDistinct[name]?.join(', ') || undefined;
					// Always there in a response.
					if (!receiver.start(response.statusCode ?? 0, header)) enough();
				});
				sent.end(request.body);
				return reason => sent.destroy(reason);
			}),
	};
}

class HangUp extends Error {
	readonly code = 'ECONNRESET';
}

type Open = (request: WireRequest) => ClientRequest;

/** Loads only the module of this protocol: TLS takes longer to load than the rest of a short command. */
function openPeer(protocol: string, tls: TlsSettings): Open {
	const settings = {keepAlive: true, maxSockets: 256, timeout: 20_000};
	if (protocol !== 'https:') {
		const http = process.getBuiltinModule('node:http');
		const agent = new http.Agent(settings);
		return request => http.request(optionsOf(request, agent));
	}
	const https = process.getBuiltinModule('node:https');
	const agent = new https.Agent({...settings, ...tls});
	return request => https.request(optionsOf(request, agent));
}

const optionsOf = ({url, method, headers, body}: WireRequest, agent: Agent) => ({
	agent,
	method,
	hostname: url.hostname.replace(/^\[|\]$/g, ''),
	port: url.port,
	path: url.pathname + url.search,
	headers: {...headers, ...(body !== undefined && {'Content-Length': Buffer.byteLength(body)})},
});
