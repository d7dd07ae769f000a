import {
	createDecoder,
	encodePacket,
	packetTypes,
	refusedId,
	splitBody,
} from '../../../../src/service/console/source/packet.ts';
import type {Behaviour, GameServer} from '../conformance.ts';
import {openTcpServer} from './tcp-server.ts';

/** A game with Source RCON as Valve documents it: the empty type-0 packet is mirrored, then followed by another one. */
export async function openSourceServer(behaviour: Behaviour): Promise<GameServer> {
	const heard: string[] = [];
	const tcp = await openTcpServer(behaviour, client => {
		let isIn = false;
		let work = Promise.resolve();
		const react = async (id: number, type: number, text: string) => {
			if (type === packetTypes.login) {
				isIn = text === behaviour.password;
				client.write(encodePacket(id, packetTypes.answer));
				client.write(encodePacket(isIn ? id : refusedId, packetTypes.loginReply));
			} else if (!isIn) client.write(encodePacket(refusedId, packetTypes.loginReply));
			else if (type === packetTypes.command) {
				heard.push(text);
				const pieces = splitBody(Buffer.from(await behaviour.answer(text)));
				client.answer(Buffer.concat(pieces.map(piece => encodePacket(id, packetTypes.answer, piece))));
			} else {
				client.write(encodePacket(id, packetTypes.answer));
				client.write(encodePacket(id, packetTypes.answer, Buffer.of(0, 1, 0, 0)));
			}
		};
		const decoder = createDecoder(({id, type, body}) => {
			work = work.then(() => react(id, type, body.toString('utf8')));
		});
		return bytes => decoder.push(bytes);
	});
	return {...tcp, heard};
}
