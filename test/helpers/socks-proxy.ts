import {connect, createServer, type AddressInfo, type Socket} from 'node:net';
import {onTestFinished} from 'vitest';

export type SocksProxy = {url: string; targets: string[]; logins: string[]};
type Options = {
	/** Requires a login, whichever. */
	asksLogin?: boolean;
	/** Requires a login, and accepts none. */
	refusesLogin?: boolean;
	/** Answers requests with this code instead of opening a tunnel. (RFC 1928, 6) */
	refuse?: number;
};

/** Opens a SOCKS 5 proxy for IPv4 addresses and host names on loopback, for one test. */
export async function openSocksProxy({
	refusesLogin = false,
	asksLogin = refusesLogin,
	refuse,
}: Options = {}): Promise<SocksProxy> {
	const proxy: SocksProxy = {url: '', targets: [], logins: []};
	const sockets = new Set<Socket>();
	const kept = (socket: Socket) => {
		sockets.add(socket);
		return socket.on('error', () => {}).on('close', () => sockets.delete(socket));
	};
	const next = async (socket: Socket) => {
		const {promise, resolve} = Promise.withResolvers<Buffer>();
		socket.once('data', resolve);
		return promise;
	};
	const serve = async (socket: Socket) => {
		const methods = (await next(socket)).subarray(2);
		if (asksLogin && !methods.includes(2)) return void socket.end(Buffer.of(5, 255));
		socket.write(Buffer.of(5, asksLogin ? 2 : 0));
		if (asksLogin) {
			const login = await next(socket);
			const nameEnd = 2 + (login[1] ?? 0);
			proxy.logins.push(`${login.toString('utf8', 2, nameEnd)}:${login.toString('utf8', nameEnd + 1)}`);
			if (refusesLogin) return void socket.end(Buffer.of(1, 1));
			socket.write(Buffer.of(1, 0));
		}
		const request = await next(socket);
		const host =
			request[3] === 1
				? request.subarray(4, 8).join('.')
				: request.toString('utf8', 5, 5 + (request[4] ?? 0));
		const port = request.readUInt16BE(request.length - 2);
		proxy.targets.push(`${host}:${port}`);
		const answer = (code: number) => socket.write(Buffer.of(5, code, 0, 1, 0, 0, 0, 0, 0, 0));
		if (refuse !== undefined) return void answer(refuse);
		const onward = kept(
			connect(port, host, () => {
				answer(0);
				onward.pipe(socket).pipe(onward);
			}),
		);
		socket.on('close', () => onward.destroy());
	};
	const server = createServer(socket => void serve(kept(socket)));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		for (const socket of sockets) socket.destroy();
		server.close();
	});
	// A server that listens on a port has an address with a port.
	proxy.url = `socks5://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return proxy;
}
