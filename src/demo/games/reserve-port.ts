import {createServer} from 'node:net';

/**
Below the ports that Linux gives to outgoing connections, so that a game finds its port free when it opens or opens again.
Processes begin at different ports.
*/
const [first, count] = [20_000, 12_000];
let next = Math.floor(Math.random() * count);

/**
Reserves a free port of 127.0.0.1, which this process reserves again only after all others. Rejects if no port can be
opened.
*/
export async function reservePort(): Promise<number> {
	for (;;) {
		const port = first + next;
		next = (next + 1) % count;
		if (await isFree(port)) return port;
	}
}

async function isFree(port: number): Promise<boolean> {
	const server = createServer();
	const isOpen = await new Promise<boolean>((resolve, reject) => {
		server
			.once('error', (error: NodeJS.ErrnoException) =>
				error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error),
			)
			.listen(port, '127.0.0.1', () => resolve(true));
	});
	if (isOpen) await new Promise<void>(resolve => server.close(() => resolve()));
	return isOpen;
}
