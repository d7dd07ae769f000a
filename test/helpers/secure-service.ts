import {once} from 'node:events';
import {readFileSync} from 'node:fs';
import {connect, type AddressInfo, type Socket} from 'node:net';
import path from 'node:path';
import tls from 'node:tls';
import {onTestFinished} from 'vitest';
import {listen} from '../../src/service/listen.ts';
import {systemClock} from '../../src/lib/clock.ts';
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
export async function secureService(
	certificate: Certificate,
	{asksClients = false} = {},
): Promise<Record<string, string>> {
	const demo = await openTestDemo(systemClock);
	const behind = await listen(demo, {port: 0});
	const open = new Set<Socket>();
	const kept = (socket: Socket) => {
		open.add(socket);
		// A client that does not trust the certificate hangs up.
		socket.on('error', () => socket.destroy());
		socket.on('close', () => open.delete(socket));
		return socket;
	};
	const server = tls.createServer({
		key: readFileSync(certificateFile('key')),
		cert: readFileSync(certificateFile(certificate)),
		...(asksClients && {
			requestCert: true,
			rejectUnauthorized: true,
			ca: readFileSync(certificateFile('authority')),
		}),
	});
	server.on('connection', kept);
	server.on('secureConnection', secure => {
		const plain = kept(connect(Number(new URL(behind.url).port), '127.0.0.1'));
		kept(secure).pipe(plain).pipe(secure);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(async () => {
		for (const socket of open) socket.destroy();
		server.close();
		await behind.close();
	});
	const {port} = server.address() as AddressInfo; // A listening TCP server has an address with a port.
	return {RCONDECK_URL: `https://127.0.0.1:${port}`, RCONDECK_TOKEN: demo.credentials.token};
}
