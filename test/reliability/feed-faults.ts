import {closeRows, connectionRows, handshakeRows} from './feed-connection-faults.ts';
import type {FeedFaultRow} from './feed-fault-row.ts';
import {frameRows, sizeRows, stompRows} from './feed-frame-faults.ts';
import {packetRows} from './feed-packet-faults.ts';

/** The faults of the feed, each as a peer or the network really behaves. */
export const feedFaults: readonly FeedFaultRow[] = [
	...connectionRows(),
	...handshakeRows(),
	...closeRows(),
	...frameRows(),
	...sizeRows(),
	...stompRows(),
	...packetRows(),
];

export function feedFault(name: string): FeedFaultRow {
	const found = feedFaults.find(fault => fault.name === name);
	if (!found) throw new TypeError(`There is no feed fault ${name}.`);
	return found;
}
