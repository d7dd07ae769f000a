import {createServer} from 'node:net';

/** Ports that were promised to games of this process and are not open yet. */
const promised = new Set<number>();

/** A port of 127.0.0.1 that is free now, and that no other game of this process gets while it boots. */
export async function reservePort(): Promise<number> {
	for (;;) {
		const port = await freePort();
		if (promised.has(port)) continue;
		promised.add(port);
		return port;
	}
}

/** The port is open now, or not needed any more. */
export function releasePort(port: number): void {
	promised.delete(port);
}

function freePort(): Promise<number> {
	return new Promise((resolve, reject) => {
		const server = createServer();
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => {
			const address = server.address();
			server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : 0));
		});
	});
}
