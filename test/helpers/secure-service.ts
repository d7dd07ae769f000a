import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {connect, createServer, type AddressInfo, type Socket} from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import {onTestFinished} from 'vitest';
import {listen} from '../../src/service/http/listen.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {openTestDemo} from './service-of-app.ts';

/**
Certificates created once with openssl, for 127.0.0.1 and valid until 2120, except as their names say. They share one
key and are signed by `authority`, whose key was discarded. Only tests trust them.
*/
export type Certificate = 'good' | 'expired' | 'not-yet' | 'elsewhere' | 'self-signed' | 'authority';

export const certificateFile = (name: Certificate | 'key') =>
	path.join(import.meta.dirname, 'certificates', `${name}.pem`);

/**
Starts the service with TLS, REST and feed on one port. Returns the environment variables to reach it. `asksClients`:
requires a client certificate signed by `authority`.
*/
export const secureService = async (
	certificate: Certificate,
	{asksClients = false} = {},
): Promise<Record<string, string>> => (await openSecureService(certificate, {asksClients})).env;

type Options = {asksClients?: boolean; atEnd?: (end: () => void | Promise<void>) => void};

/** As `secureService`; `use` ends all connections, and accepts the next with another certificate or without TLS. */
export async function openSecureService(
	certificate: Certificate,
	{asksClients = false, atEnd = onTestFinished}: Options = {},
) {
	const demo = await openTestDemo(systemClock, {}, atEnd);
	const behind = await listen(demo, {port: 0});
	const open = new Set<Socket>();
	const kept = (socket: Socket) => {
		open.add(socket);
		// A client that does not trust the certificate hangs up.
		socket.on('error', () => socket.destroy());
		socket.on('close', () => open.delete(socket));
		return socket;
	};
	const passOn = (socket: Socket) => {
		const plain = kept(connect(Number(new URL(behind.url).port), '127.0.0.1'));
		kept(socket).pipe(plain).pipe(socket);
	};
	const files = (name: Certificate) => ({
		key: readFileSync(certificateFile('key')),
		cert: readFileSync(certificateFile(name)),
	});
	const secure = tls.createServer({
		...files(certificate),
		...(asksClients && {
			requestCert: true,
			rejectUnauthorized: true,
			ca: readFileSync(certificateFile('authority')),
		}),
	});
	secure.on('secureConnection', passOn);
	let isPlain = false;
	const server = createServer(socket => {
		if (isPlain) passOn(socket);
		else secure.emit('connection', kept(socket));
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const hangUp = () => {
		for (const socket of open) socket.destroy();
	};
	atEnd(async () => {
		hangUp();
		server.close();
		await behind.close();
	});
	const {port} = server.address() as AddressInfo; // A listening TCP server has an address with a port.
	return {
		env: {RCONDECK_URL: `https://127.0.0.1:${port}`, RCONDECK_TOKEN: demo.credentials.token},
		use: (next: Certificate | 'no TLS') => {
			isPlain = next === 'no TLS';
			if (next !== 'no TLS') secure.setSecureContext(files(next));
			hangUp();
		},
	};
}
