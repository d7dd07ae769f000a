import {createServer} from 'node:net';

/** Below the ports that outgoing connections get: a program that is started again must find its port free. */
let next = 20_000 + (process.pid % 100) * 100;

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = next++;
		const server = createServer();
		const isFree = await new Promise<boolean>(resolve => {
			server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true));
		});
		await new Promise<void>(resolve => server.close(() => resolve()));
		if (isFree) return port;
	}
}
