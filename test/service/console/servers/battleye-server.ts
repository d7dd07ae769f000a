import {crc32} from 'node:zlib';
import type {Behavior, GameServer} from '../conformance.ts';
import {openUdpServer, type UdpClient} from './udp-server.ts';

type BattleyeBehavior = Behavior & {
	/** Changes the datagrams of an answer, such as their order. */
	rearrange?: (datagrams: Uint8Array[]) => Uint8Array[];
	/** Sends every message this many times (default 1). */
	repeats?: number;
};

const partBytes = 300;

/** A packet of BattlEye RCon: `BE`, CRC-32, 0xff, payload. */
export function battleyePacket(payload: Uint8Array): Buffer {
	const checked = Buffer.concat([Buffer.of(0xff), payload]);
	const crc = Buffer.alloc(4);
	crc.writeUInt32LE(crc32(checked));
	return Buffer.concat([Buffer.from('BE'), crc, checked]);
}

/** BattlEye RCon as its specification (version 2) describes it. */
export async function openBattleyeServer(
	behavior: BattleyeBehavior,
): Promise<
	GameServer & {say: (text: string) => void; acknowledged: number[]; keptAlive: number[]; packets: Buffer[]}
> {
	const heard: string[] = [];
	const acknowledged: number[] = [];
	const keptAlive: number[] = [];
	const packets: Buffer[] = [];
	const loggedIn = new Map<string, UdpClient>();
	const work = new Map<string, Promise<void>>();
	let messages = 0;
	const answerOf = async (client: UdpClient, sequence: number, command: string) => {
		heard.push(command);
		const body = Buffer.from(await behavior.answer(command));
		const total = Math.ceil(body.length / partBytes);
		if (total <= 1) return client.answer([battleyePacket(Buffer.concat([Buffer.of(1, sequence), body]))]);
		const datagrams = Array.from({length: total}, (_, index) => {
			const part = body.subarray(index * partBytes, (index + 1) * partBytes);
			return battleyePacket(Buffer.concat([Buffer.of(1, sequence, 0, total, index), part]));
		});
		client.answer(behavior.rearrange?.(datagrams) ?? datagrams);
	};
	const udp = await openUdpServer(behavior, (client, packet) => {
		packets.push(packet);
		if (!packet.equals(battleyePacket(packet.subarray(7)))) return;
		const [type, sequence = 0] = packet.subarray(7);
		const text = packet.toString('utf8', 9);
		if (type === 0) {
			const isRight = packet.toString('utf8', 8) === behavior.password;
			if (isRight) loggedIn.set(client.key, client);
			client.post(battleyePacket(Buffer.of(0, isRight ? 1 : 0)));
		} else if (!loggedIn.has(client.key)) return;
		else if (type === 2) acknowledged.push(sequence);
		else if (text === '') {
			keptAlive.push(sequence);
			client.post(battleyePacket(Buffer.of(1, sequence)));
		} else {
			const before = work.get(client.key) ?? Promise.resolve();
			work.set(
				client.key,
				before.then(() => answerOf(client, sequence, text)),
			);
		}
	});
	return {
		...udp,
		heard,
		acknowledged,
		keptAlive,
		packets,
		cutConnections: () => loggedIn.clear(),
		say: text => {
			const packet = battleyePacket(Buffer.concat([Buffer.of(2, messages++ % 256), Buffer.from(text)]));
			for (const client of loggedIn.values()) {
				for (let time = 0; time < (behavior.repeats ?? 1); time++) client.post(packet);
			}
		},
	};
}
