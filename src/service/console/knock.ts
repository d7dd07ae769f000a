import type {ConsoleKind} from '../../contract/models/own-server.ts';
import {gameConsoleMessages, quakeMessages} from '../../messages/service.ts';
import {isNobodyThere} from './connect-in-time.ts';
import {networkConsoles} from './connectors.ts';
import type {SendOptions} from './connection.ts';
import {ConsoleError} from './console-error.ts';
import {countdown} from './mailbox.ts';
import {openTcpStream} from './tcp-stream.ts';
import {openUdpLink} from './udp-link.ts';

/**
Reaches for the port of a console without logging in. Rejects with `ConsoleError` `refused` if nothing listens, with
`timeout` if nobody answers, or with the reason of `signal`.
*/
export type Knock = (options: SendOptions) => Promise<void>;

type Address = {host: string; port: number};

export function knockOn(kind: ConsoleKind, address: Address): Knock {
	const datagram = networkConsoles[kind].knock;
	return datagram ? knockByDatagram(address, datagram) : knockByConnection(address);
}

const knockByConnection =
	(address: Address): Knock =>
	async options => {
		const stream = await openTcpStream({
			...address,
			...options,
			decoder: () => ({push: () => {}, isMidMessage: () => false}),
		});
		stream.close();
	};

const knockByDatagram =
	({host, port}: Address, datagram: Uint8Array): Knock =>
	async ({timeoutMs, signal}) => {
		const leftMs = countdown(timeoutMs);
		const link = await openUdpLink({host, port, timeoutMs, signal, decode: answer => answer});
		try {
			link.send(datagram);
			const got = await link.read({leftMs: leftMs(), signal});
			if (typeof got === 'object') return;
			const cause = link.ending()?.cause;
			if (isNobodyThere(cause)) throw new ConsoleError('refused', quakeMessages.nobodyThere, {cause});
			throw new ConsoleError('timeout', gameConsoleMessages.noAnswer, cause && {cause});
		} finally {
			link.close();
		}
	};
