import {createServer, connect, type Socket} from 'node:net';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';

/** A proxy on a socket between an instance and PostgreSQL. */
export type WireProxy = {
	/** The URL of the same database through the proxy. */
	url: string;
	/** The next message to the server that contains this text is delivered, but not its answer: the connection is cut. */
	cutAfter: (text: string) => void;
	/** From now on nothing is delivered, and no error is reported. */
	freeze: () => void;
	/** Delivers everything again. */
	thaw: () => void;
	/** Cuts all connections and accepts no more. */
	close: () => void;
};

/** Opens a proxy for one test. */
export async function wireProxy(url: string): Promise<WireProxy> {
	const target = new URL(url);
	const host = target.searchParams.get('host') ?? '';
	const folder = mkdtempSync(path.join(tmpdir(), 'wire-'));
	const sockets = new Set<Socket>();
	let [cut, isFrozen]: [string | undefined, boolean] = [undefined, false];
	const server = createServer(client => {
		const upstream = connect(path.join(host, '.s.PGSQL.5432'));
		let isCut = false;
		const end = () => {
			client.destroy();
			upstream.destroy();
		};
		for (const socket of [client, upstream]) {
			sockets.add(socket);
			socket.on('error', end).on('close', end);
		}
		client.on('data', data => {
			if (isFrozen) return;
			if (cut !== undefined && data.includes(cut)) [isCut, cut] = [true, undefined];
			upstream.write(data);
		});
		upstream.on('data', data => {
			if (isCut) end();
			else if (!isFrozen) client.write(data);
		});
	});
	await new Promise<void>(resolve => server.listen(path.join(folder, '.s.PGSQL.5432'), resolve));
	const close = () => {
		for (const socket of sockets) socket.destroy();
		server.close();
	};
	onTestFinished(() => {
		close();
		rmSync(folder, {recursive: true, force: true});
	});
	target.searchParams.set('host', folder);
	return {
		url: target.href,
		cutAfter: text => void (cut = text),
		freeze: () => void (isFrozen = true),
		thaw: () => void (isFrozen = false),
		close,
	};
}
