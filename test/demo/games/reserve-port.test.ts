import {createServer, Server} from 'node:net';
import {expect, onTestFinished, test, vi} from 'vitest';
import {reservePort} from '../../../src/demo/games/game-server.ts';

test('each game gets a port of its own that is free and that no outgoing connection takes', async () => {
	const ports = await Promise.all(Array.from({length: 100}, reservePort));
	expect(new Set(ports).size).toBe(100);
	// Linux gives 32768 and above to outgoing connections.
	expect(ports.filter(port => port < 1024 || port >= 32_768)).toEqual([]);
	const server = createServer();
	onTestFinished(() => void server.close());
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(ports[0], '127.0.0.1', resolve);
	});
});

test('a process that can open no port gets the reason, instead of trying all ports forever', async () => {
	const full = Object.assign(new Error('too many open files'), {code: 'EMFILE'});
	const listen = vi.spyOn(Server.prototype, 'listen').mockImplementation(function fail(this: Server) {
		queueMicrotask(() => this.emit('error', full));
		return this;
	});
	onTestFinished(() => listen.mockRestore());
	await expect(reservePort()).rejects.toBe(full);
});
