import {createServer} from 'node:net';

/** Ports that are reserved for games of this process and not open yet. */
const promised = new Set<number>();

/** Reserves a free port of 127.0.0.1. No other game of this process gets it during the boot. */
export async function reservePort(): Promise<number> {
	for (;;) {
		const port = await freePort();
		if (promised.has(port)) continue;
		promised.add(port);
		return port;
	}
}

/** Releases a port that is now open or no longer needed. */
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
