import {createSocket} from 'node:dgram';
import {onTestFinished} from 'vitest';

/** A game that sends, for each datagram that it gets, what `answer` returns. */
export async function udpGame(answer: (datagram: Buffer) => Uint8Array[]) {
	const asked: Buffer[] = [];
	const socket = createSocket('udp4');
	socket.on('message', (datagram, {address, port}) => {
		asked.push(datagram);
		for (const bytes of answer(datagram)) socket.send(bytes, port, address);
	});
	await new Promise<void>(resolve => socket.bind(0, '127.0.0.1', resolve));
	let isOpen = true;
	const close = () => {
		if (isOpen) socket.close();
		isOpen = false;
	};
	onTestFinished(close);
	return {host: '127.0.0.1', port: socket.address().port, asked, close};
}

/** Datagrams that no game sends, and parts of one that it does. */
export const hostileDatagrams = (right: Buffer): Buffer[] => [
	Buffer.alloc(0),
	Buffer.alloc(1400),
	Buffer.alloc(1400, 0xff),
	Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n'),
	...Array.from({length: right.length}, (_, end) => right.subarray(0, end)),
];
