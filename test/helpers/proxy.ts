import {createServer, request} from 'node:http';
import {connect, type AddressInfo} from 'node:net';
import type {Duplex} from 'node:stream';
import {onTestFinished} from 'vitest';

export type Proxy = {
	/** Without a login. */
	url: string;
	/** The targets of the requests it forwarded. */
	forwarded: string[];
	/** The targets of CONNECT requests. */
	tunnels: string[];
	/** The decoded `Proxy-Authorization` headers. */
	logins: (string | undefined)[];
	close: () => void;
};
type Options = {
	/** The required `user:password`. */
	login?: string;
	/** Answers CONNECT with this status instead of opening a tunnel; `close` closes the connection. */
	refuse?: number | 'close';
};

/** Opens a proxy on loopback for one test. Like most proxies it forwards no upgrade: a WebSocket needs CONNECT. */
export async function openProxy({login, refuse}: Options = {}): Promise<Proxy> {
	const [forwarded, tunnels]: [string[], string[]] = [[], []];
	const logins: (string | undefined)[] = [];
	const sockets = new Set<Duplex>();
	const isAllowed = (header: string | undefined) => {
		const given = header === undefined ? undefined : Buffer.from(header.slice(6), 'base64').toString();
		logins.push(given);
		return login === undefined || given === login;
	};
	const server = createServer((incoming, response) => {
		const {method, url = '', headers} = incoming;
		if (!isAllowed(headers['proxy-authorization'])) {
			response.writeHead(407, {'Proxy-Authenticate': 'Basic realm="proxy"'}).end();
			return;
		}
		forwarded.push(url);
		const onward = request(url, {method, headers: {...headers, connection: 'close'}}, answer => {
			response.writeHead(answer.statusCode ?? 500, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.writeHead(502).end());
		incoming.pipe(onward);
	});
	server.on('connect', ({url = '', headers}, socket, head) => {
		sockets.add(socket);
		socket.on('error', () => {});
		const answer = (line: string) => void socket.end(`HTTP/1.1 ${line}\r\n\r\n`);
		if (!isAllowed(headers['proxy-authorization'])) {
			return answer('407 Proxy Authentication Required\r\nProxy-Authenticate: Basic realm="proxy"');
		}
		tunnels.push(url);
		if (refuse === 'close') return void socket.destroy();
		if (refuse !== undefined) return answer(`${refuse} No`);
		const target = new URL(`http://${url}`);
		const onward = connect(Number(target.port || 80), target.hostname, () => {
			socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
			onward.write(head);
			onward.pipe(socket).pipe(onward);
		});
		sockets.add(onward);
		onward.on('error', () => answer('502 Bad Gateway'));
		socket.on('close', () => onward.destroy());
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const close = () => {
		for (const socket of sockets) socket.destroy();
		server.closeAllConnections();
		server.close();
	};
	onTestFinished(close);
	// A server that listens on a port has an address with a port.
	const {port} = server.address() as AddressInfo;
	return {url: `http://127.0.0.1:${port}`, forwarded, tunnels, logins, close};
}

/** The URL of a proxy, including a login. */
export const withLogin = ({url}: Proxy, login: string): string => url.replace('//', `//${login}@`);
