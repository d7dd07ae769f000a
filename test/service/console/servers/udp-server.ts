import {createSocket} from 'node:dgram';
import type {Behavior, GameServer} from '../conformance.ts';

/** Datagrams to one client; those of an answer are what the behavior puts in their place. */
export type UdpClient = {
	key: string;
	post: (...datagrams: Uint8Array[]) => void;
	answer: (datagrams: Uint8Array[]) => void;
};

/** Larger answers are sent in bursts, as a reader in the same process gets its turn only between them. */
const burst = 8;
const hostileBytes = 1400;

/** Binds 127.0.0.1. `serve` is called with each datagram, except by a game with a hostile greeting. */
export async function openUdpServer(
	behavior: Pick<Behavior, 'greeting' | 'rawAnswer' | 'rawDatagrams' | 'isCutOff'>,
	serve: (client: UdpClient, datagram: Buffer) => void,
): Promise<Pick<GameServer, 'port' | 'close'>> {
	const socket = createSocket('udp4');
	let isOpen = true;
	socket.on('error', () => {});
	socket.on('message', (datagram, {address, port}) => {
		const post = async (datagrams: readonly Uint8Array[]) => {
			for (const [index, bytes] of datagrams.entries()) {
				if (index % burst === burst - 1) await new Promise(resolve => setImmediate(resolve));
				if (isOpen) socket.send(bytes, port, address);
			}
		};
		if (behavior.greeting) return void post(inPieces(behavior.greeting));
		serve(
			{
				key: `${address} ${port}`,
				post: (...datagrams) => void post(datagrams),
				answer: datagrams => {
					if (behavior.rawDatagrams) void post(behavior.rawDatagrams);
					else if (behavior.rawAnswer) void post(inPieces(behavior.rawAnswer));
					else void post(behavior.isCutOff ? datagrams.slice(0, datagrams.length / 2) : datagrams);
				},
			},
			datagram,
		);
	});
	await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
	return {
		port: socket.address().port,
		close: async () => {
			if (!isOpen) return;
			isOpen = false;
			await new Promise<void>(resolve => socket.close(() => resolve()));
		},
	};
}

function inPieces(bytes: Uint8Array): Uint8Array[] {
	const pieces: Uint8Array[] = [];
	for (let at = 0; at < bytes.length && pieces.length < 200; at += hostileBytes) {
		pieces.push(bytes.subarray(at, at + hostileBytes));
	}
	return pieces;
}
