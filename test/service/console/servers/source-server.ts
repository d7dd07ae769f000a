import {
	createDecoder,
	encodePacket,
	packetTypes,
	refusedId,
	splitBody,
} from '../../../../src/service/console/source-packet.ts';
import type {Behavior, GameServer} from '../conformance.ts';
import {openTcpServer, type Client} from './tcp-server.ts';

/** How games deviate from Valve's documentation. */
export type SourceGame = {
	/** The packets of an answer (default: bodies of up to 4086 bytes). */
	encodeAnswer?: (id: number, text: string) => Buffer;
	/** The reply to an empty type-0 packet (default: the packet itself, then one with the body 00 01 00 00). */
	encodeMirror?: (id: number) => Buffer;
	/** Reads one packet of what arrives together, and loses the others. */
	readsOnePacket?: boolean;
	/** Sent before each answer. */
	before?: (id: number) => Buffer;
	/** A line for everybody. */
	encodeEvent?: (text: string) => Buffer;
	/** The reply to a login with the right password. */
	encodeLogin?: (id: number) => Buffer;
};

const mirrorTwice = (id: number) =>
	Buffer.concat([
		encodePacket(id, packetTypes.answer),
		encodePacket(id, packetTypes.answer, Buffer.of(0, 1, 0, 0)),
	]);

const encodePieces = (id: number, text: string) =>
	Buffer.concat(splitBody(Buffer.from(text)).map(piece => encodePacket(id, packetTypes.answer, piece)));

/** A packet that counts characters in place of bytes in its size. */
const encodeMiscounted = (id: number, text: string) => {
	const packet = encodePacket(id, packetTypes.answer, text);
	packet.writeInt32LE(10 + text.length, 0);
	return packet;
};

/** Behavior of games as their users reported it. */
export const sourceGames = {
	/** (Minecraft Wiki: RCON, fragmentation) Pieces of 4096 characters, an answer to unknown types, lost packets. */
	minecraft: {
		readsOnePacket: true,
		encodeMirror: id => encodePacket(id, packetTypes.answer, 'Unknown request 0'),
		encodeAnswer: (id, text) => {
			const pieces: Buffer[] = [];
			for (let at = 0; at === 0 || at < text.length; at += 4096) {
				pieces.push(encodePacket(id, packetTypes.answer, text.slice(at, at + 4096)));
			}
			return Buffer.concat(pieces);
		},
	},
	/** Ignores the marker, and sends packets that keep the connection alive. */
	ark: {
		encodeMirror: () => Buffer.alloc(0),
		before: id => encodePacket(id, packetTypes.answer, 'Keep Alive'),
	},
	/** Answers with id 0 and sizes that are too small for text outside of ASCII. */
	palworld: {
		encodeMirror: () => Buffer.alloc(0),
		encodeAnswer: (_id, text) => encodeMiscounted(0, text),
		encodeLogin: () => encodePacket(0, packetTypes.loginReply),
	},
	/** Mirrors the marker twice, followed by bytes that are not a packet; chat has type 1. */
	squad: {
		encodeMirror: id =>
			Buffer.concat([
				encodePacket(id, packetTypes.answer),
				encodePacket(id, packetTypes.answer),
				Buffer.of(0, 1, 0, 0, 0, 0, 0),
			]),
		encodeEvent: text => encodePacket(0, 1, text),
	},
	/** The console's lines have type 4, and id -1 follows them. Before WebRCON. */
	rustLegacy: {
		encodeMirror: () => Buffer.alloc(0),
		encodeEvent: text =>
			Buffer.concat([encodePacket(0, 4, text), encodePacket(refusedId, packetTypes.answer)]),
	},
} satisfies Record<string, SourceGame>;

/** A game with Source RCON, as Valve documents it but for the deviations of `game`. */
export async function openSourceServer(behavior: Behavior, game: SourceGame = {}): Promise<GameServer> {
	const {encodeAnswer = encodePieces, encodeMirror = mirrorTwice, before, encodeEvent} = game;
	const {encodeLogin = (id: number) => encodePacket(id, packetTypes.loginReply)} = game;
	const heard: string[] = [];
	const loggedIn = new Set<Client>();
	const react = async (client: Client, id: number, type: number, text: string) => {
		if (type === packetTypes.login) {
			client.write(encodePacket(id, packetTypes.answer));
			if (text === behavior.password) loggedIn.add(client);
			client.write(loggedIn.has(client) ? encodeLogin(id) : encodePacket(refusedId, packetTypes.loginReply));
		} else if (!loggedIn.has(client)) client.write(encodePacket(refusedId, packetTypes.loginReply));
		else if (type === packetTypes.command && text === '') client.write(encodePacket(id, packetTypes.answer));
		else if (type === packetTypes.command) {
			heard.push(text);
			const answer = await behavior.answer(text);
			if (before) client.write(before(id));
			client.answer(encodeAnswer(id, answer));
		} else client.write(encodeMirror(id));
	};
	const tcp = await openTcpServer(behavior, client => {
		let work = Promise.resolve();
		let isLost = false;
		client.socket.on('close', () => loggedIn.delete(client));
		const decoder = createDecoder(({id, type, body}) => {
			if (isLost) return;
			isLost = game.readsOnePacket ?? false;
			work = work.then(() => react(client, id, type, body.toString('utf8')));
		});
		return bytes => {
			isLost = false;
			decoder.push(bytes);
		};
	});
	const say = (text: string) => {
		for (const client of loggedIn) client.write(encodeEvent?.(text) ?? '');
	};
	return {...tcp, heard, say};
}
