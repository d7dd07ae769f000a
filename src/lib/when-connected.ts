import type {Socket} from 'node:net';
import {systemClock} from './clock.ts';
import {connectMs} from './connection-problem.ts';

/** Calls `connected` once requests can be sent; a socket that cannot connect in time fails. */
export function whenConnected(socket: Socket & {secureConnecting?: boolean}, connected: () => void): void {
	if (!socket.connecting && !socket.secureConnecting) return connected();
	const cancelTimer = systemClock.after(connectMs, () => socket.destroy(new ConnectTimeout()));
	socket.once('close', cancelTimer);
	socket.once(socket.secureConnecting === undefined ? 'connect' : 'secureConnect', () => {
		cancelTimer();
		connected();
	});
}

class ConnectTimeout extends Error {
	readonly code = 'ETIMEDOUT';
}
