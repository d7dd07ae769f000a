import {createHash, timingSafeEqual} from 'node:crypto';
import {createServer, type Socket} from 'node:net';
import {type Clock, pause, systemClock} from '../../lib/time/clock.ts';
import {
	createDecoder,
	encodePacket,
	type Packet,
	packetTypes,
	refusedId,
	splitBody,
} from '../../service/console/source-packet.ts';
import type {RconQuirks} from './quirks.ts';

type Game = {
	password: string;
	answer: (command: string) => Promise<string> | string;
	quirks: RconQuirks;
	clock: Clock;
	crash: () => void;
	/** Counts a command and returns its number in the life of the server, from 1. */
	countCommand: () => number;
};

/** A popular client refuses bodies over 4086 bytes, and a character has at most four bytes. */
const pieceBytes = 4086;

/** Serves one client until either side closes. Packets are processed one at a time, in order. */
function serveConnection(socket: Socket, game: Game): void {
	let loggedIn = false;
	let work: Promise<void> = Promise.resolve();
	const write = writerTo(socket, game);

	const react = async (packet: Packet) => {
		if (packet.type === packetTypes.login) await logIn(packet);
		else if (!loggedIn) await hangUp(write(encodePacket(refusedId, packetTypes.loginReply)));
		else if (packet.type === packetTypes.command) await runCommand(socket, game, write, packet);
		else if (game.quirks.marker === 'drops-connection') await hangUp();
		else if (game.quirks.marker !== 'ignored') await write(encodePacket(packet.id, packetTypes.answer));
	};
	const logIn = async ({id, body}: Packet) => {
		loggedIn = isSame(body.toString('utf8'), game.password);
		if (!loggedIn && game.quirks.wrongPassword === 'closes') return hangUp();
		if (game.quirks.emptyBeforeLogin) await write(encodePacket(id, packetTypes.answer));
		await write(encodePacket(loggedIn ? id : refusedId, packetTypes.loginReply));
	};
	const hangUp = async (last?: Promise<void>) => {
		await last;
		socket.destroySoon();
	};
	const decoder = createDecoder(packet => {
		work = work.then(() => (socket.destroyed ? undefined : react(packet))).catch(() => void socket.destroy());
	});
	socket.on('data', chunk => {
		try {
			decoder.push(chunk);
		} catch {
			// A size beyond the RCON limit comes from something other than an RCON client, or the stream is corrupt.
			socket.destroy();
		}
	});
	// A client may close its half immediately and still want its answers.
	socket.on('end', () => void (work = work.then(() => void socket.end())));
}

async function runCommand(
	socket: Socket,
	{answer, quirks, clock, crash, countCommand}: Game,
	write: (bytes: Buffer) => Promise<void>,
	{id, body}: Packet,
): Promise<void> {
	const number = countCommand();
	if (quirks.hangs) return new Promise(resolve => void socket.once('close', () => resolve()));
	const waitMs = delayMs(body.toString('utf8'), quirks);
	if (waitMs > 0) await pause(clock, waitMs);
	const crashes = isTurn(number, quirks.crash?.every);
	if (crashes && quirks.crash?.answer === 'none') return crash();

	const text = await answer(body.toString('utf8'));
	if (isTurn(number, quirks.dropEvery)) return void socket.destroy();
	const bytes = Buffer.concat(answerPackets(id, text, quirks));
	await write(crashes ? bytes.subarray(0, Math.ceil(bytes.length / 2)) : bytes);
	if (crashes) crash();
}

function delayMs(command: string, {slowMs = 0, slowCommand}: RconQuirks): number {
	const [name = ''] = command.trim().toLowerCase().split(/\s/);
	return slowCommand?.name === name ? slowCommand.ms : slowMs;
}

function isTurn(number: number, every: number | undefined): boolean {
	return every !== undefined && every > 0 && number % every === 0;
}

function answerPackets(id: number, answer: string, quirks: RconQuirks): Buffer[] {
	const type = quirks.answersAsType2 ? packetTypes.loginReply : packetTypes.answer;
	const limit = quirks.unsplit ? Infinity : pieceBytes;
	const pieces = splitBody(Buffer.from(answer, 'utf8'), limit, !quirks.splitsCharacters);
	const packets = pieces.map(piece => encodePacket(id, type, piece));
	if (quirks.doubleReply === 'empty-first') packets.unshift(encodePacket(id, type));
	if (quirks.doubleReply === 'empty-last') packets.push(encodePacket(id, type));
	return packets;
}

/** Returns a writer whose promise resolves when the system has accepted the bytes or the client is gone. */
function writerTo(socket: Socket, {quirks, clock}: Game): (bytes: Buffer) => Promise<void> {
	const {cutEvery, cutPauseMs} = quirks;
	const writeAll = (bytes: Buffer) =>
		new Promise<void>(resolve => {
			if (socket.writable) socket.write(bytes, () => resolve());
			else resolve();
		});
	return async bytes => {
		if (!cutEvery) return writeAll(bytes);
		for (let at = 0; at < bytes.length; at += cutEvery) {
			await writeAll(bytes.subarray(at, at + cutEvery));
			if (cutPauseMs) await pause(clock, cutPauseMs);
			else await new Promise(resolve => setImmediate(resolve));
		}
	};
}

/** Compares digests, so that neither time nor length reveals how close a guess is. */
function isSame(guess: string, password: string): boolean {
	const digest = (text: string) => createHash('sha256').update(text).digest();
	return timingSafeEqual(digest(guess), digest(password));
}

export type RconServerOptions = {
	password: string;
	/** The game's response to a command. A rejection closes the connection without an answer. */
	answer: (command: string) => Promise<string> | string;
	quirks?: RconQuirks;
	/** The default is any free port. */
	port?: number;
	/** The clock for `slowMs` and `notReady`. */
	clock?: Clock;
	/** Called by the quirk `crash`, after every connection is reset and the port is closed. */
	onCrash?: () => void;
};

export type RconServer = {
	port: number;
	/** Closes the port and all connections. */
	close: () => Promise<void>;
};

/**
Opens a Source RCON server on 127.0.0.1 that deviates from the protocol as `quirks` says. Rejects if the port is taken.
*/
export async function openRconServer(options: RconServerOptions): Promise<RconServer> {
	const {clock = systemClock, quirks = {}} = options;
	const readyAt = clock.now() + (quirks.notReady?.ms ?? 0);
	const sockets = new Set<Socket>();
	const resetAll = () => {
		for (const socket of sockets) socket.resetAndDestroy();
	};
	let commands = 0;
	const crash = () => {
		tcp.close();
		resetAll();
		options.onCrash?.();
	};
	const tcp = createServer({noDelay: true, allowHalfOpen: true}, socket => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
		// A client that disconnects during a command is not an error.
		socket.on('error', () => {});
		const waitMs = readyAt - clock.now();
		if (waitMs > 0 && quirks.notReady?.meanwhile === 'resets') {
			socket.resetAndDestroy();
			return;
		}
		const serve = () =>
			serveConnection(socket, {...options, clock, quirks, crash, countCommand: () => ++commands});
		if (waitMs > 0) clock.after(waitMs, serve);
		else serve();
	});
	await new Promise<void>((resolve, reject) => {
		tcp.once('error', reject);
		tcp.listen({port: options.port ?? 0, host: '127.0.0.1'}, resolve);
	});
	const address = tcp.address();
	return {
		port: address !== null && typeof address === 'object' ? address.port : 0,
		close: () =>
			new Promise(resolve => {
				tcp.close(() => resolve());
				resetAll();
			}),
	};
}
