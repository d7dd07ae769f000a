import type {Server, Socket} from 'node:net';
import {type ServiceLimits, usualLimits} from '../limits.ts';
import {isLoopbackAddress, networkOf} from './client-address.ts';

/** Limits of a port against slow, broken and hostile clients. */
export type ConnectionLimits = {
	maxConnections: number;
	/** For one IPv4 address or IPv6 network of 64 bits. Loopback is exempt: a proxy there serves everyone. */
	maxConnectionsPerAddress: number;
	/** For the TLS handshake, and for the header of a request. */
	maxHeaderMs: number;
	/** For receiving a whole request. */
	maxRequestMs: number;
};

export const usualConnectionLimits: ConnectionLimits = {
	maxConnections: 1000,
	maxConnectionsPerAddress: 100,
	maxHeaderMs: 10_000,
	maxRequestMs: 60_000,
};

/** The limits of a port, with those of the service that decide how large a request may be. */
export type PortLimits = Partial<
	ConnectionLimits & Pick<ServiceLimits, 'maxBodyBytes' | 'maxUploadBytes' | 'maxTimeoutMs'>
>;

/** Why a connection was closed at once. */
export type ConnectionRefusal = 'total' | 'address';

/** The options of Node for a server with these limits. */
export function serverOptions(limits: PortLimits) {
	const {maxHeaderMs, maxRequestMs} = {...usualConnectionLimits, ...limits};
	return {
		headersTimeout: Math.min(maxHeaderMs, maxRequestMs),
		requestTimeout: maxRequestMs,
		connectionsCheckingInterval: Math.max(50, Math.min(2000, maxHeaderMs / 4)),
		// Longer than the idle connections of proxies, which would otherwise send requests into a closing one.
		keepAliveTimeout: 75_000,
		// Finds peers that have vanished.
		keepAlive: true,
		keepAliveInitialDelay: 60_000,
	};
}

/** Time limit for a silent connection: an awaited command may take as long as the service allows. */
export const silenceMs = ({maxTimeoutMs = usualLimits.maxTimeoutMs}: PortLimits): number =>
	maxTimeoutMs + 60_000;

/** The largest body that any request may have, in bytes; the router has lower limits for most. */
export function maxPayloadBytes(limits: PortLimits): number {
	const {maxBodyBytes, maxUploadBytes} = {...usualLimits, ...limits};
	// With room for the form around an upload.
	return Math.max(maxBodyBytes, maxUploadBytes) + 64 * 1024;
}

/** Closes connections beyond the limits, in total and by address. */
export function limitConnections(
	server: Server,
	limits: PortLimits,
	onRefused: (why: ConnectionRefusal) => void,
): void {
	const {maxConnections, maxConnectionsPerAddress} = {...usualConnectionLimits, ...limits};
	const open = new Map<string, number>();
	server.maxConnections = maxConnections;
	server.on('drop', () => onRefused('total'));
	server.on('connection', (socket: Socket) => {
		const {remoteAddress} = socket;
		if (remoteAddress === undefined || isLoopbackAddress(remoteAddress)) return;
		const address = networkOf(remoteAddress);
		const count = (open.get(address) ?? 0) + 1;
		if (count > maxConnectionsPerAddress) {
			onRefused('address');
			socket.destroy();
			return;
		}
		open.set(address, count);
		socket.once('close', () => {
			const left = (open.get(address) ?? 1) - 1;
			if (left === 0) open.delete(address);
			else open.set(address, left);
		});
	});
}
