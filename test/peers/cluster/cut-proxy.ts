import {
	connect,
	createServer,
	type AddressInfo,
	type Socket,
	type TcpNetConnectOpts,
	type IpcNetConnectOpts,
} from 'node:net';

export type CutProxy = {
	port: number;
	/** From now on nothing is delivered in either direction, and no error is reported. */
	freeze: () => void;
	/** Resets all connections and refuses new ones. */
	cut: () => void;
	/** Resets the frozen connections, as a network does that has lost their packets, and accepts new ones. */
	mend: () => void;
	close: () => void;
};

/** Opens a proxy on a free port of this machine. */
export async function openCutProxy(target: TcpNetConnectOpts | IpcNetConnectOpts): Promise<CutProxy> {
	const sockets = new Set<Socket>();
	let state: 'open' | 'frozen' | 'cut' = 'open';
	const server = createServer(client => {
		if (state === 'cut') return void client.resetAndDestroy();
		const upstream = connect(target);
		for (const [from, to] of [
			[client, upstream],
			[upstream, client],
		] as const) {
			sockets.add(from);
			from.on('error', () => {});
			from.on('close', () => {
				sockets.delete(from);
				to.destroy();
			});
			from.pipe(to);
			if (state === 'frozen') from.pause();
		}
	});
	const reset = () => {
		for (const socket of sockets) {
			// Only TCP has resets.
			if (socket.connecting || 'path' in target) socket.destroy();
			else socket.resetAndDestroy();
		}
	};
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const {port} = server.address() as AddressInfo; // a listening TCP server has one
	return {
		port,
		freeze: () => {
			state = 'frozen';
			for (const socket of sockets) socket.unpipe().pause();
		},
		cut: () => {
			state = 'cut';
			reset();
		},
		mend: () => {
			state = 'open';
			reset();
		},
		close: () => {
			reset();
			server.close();
		},
	};
}
