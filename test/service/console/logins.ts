import {onTestFinished} from 'vitest';
import type {ConnectConsole, ConsoleOptions} from '../../../src/service/console/connection.ts';
import type {Behavior, GameServer} from './conformance.ts';

/** Opens servers of one kind of console, where everything but `Behavior` is optional, and logs in. Both end with the test. */
export function openLogins<Wish extends Behavior, Server extends GameServer>(
	password: string,
	open: (behavior: Wish) => Promise<Server>,
	connect: ConnectConsole,
) {
	const usual: Behavior = {password, answer: command => `did ${command}`};
	return {
		aServer: async (more: Partial<Wish> = {}): Promise<Server> => {
			const server = await open({...usual, ...more} as Wish);
			onTestFinished(server.close);
			return server;
		},
		logIn: async ({port}: {port: number}, more: Partial<ConsoleOptions> = {}) => {
			const connection = await connect({host: '127.0.0.1', port, password, timeoutMs: 5000, ...more});
			onTestFinished(connection.close);
			return connection;
		},
	};
}
