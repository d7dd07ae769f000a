import {gameConsoleMessages} from '../../../messages/service-servers.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleOptions} from '../connection.ts';
import {ConsoleError} from '../console-error.ts';
import {checkLine} from '../line-exchange.ts';
import {countdown} from '../mailbox.ts';
import {encodeMessage, linesOf, type Message} from './message.ts';
import {openSocket, type MessageSocket} from './socket.ts';

/**
A harmless command that every game answers: the game's own panel sends it all the time. Its answer proves the login, and
marks the end of the answer to the command before it: some commands answer several times, others not at all.
*/
const markerCommand = 'serverinfo';
/** The game's panel counts its requests from here; lower identifiers are for what happens without one. */
const firstId = 1001;
const maxAnswerLength = 16 * 1024 * 1024;

/** Connects to WebRCON, the console of Rust. It streams the log and the chat of the game. */
export const connectWebRcon: ConnectConsole = async options => {
	const {password, host, port, timeoutMs, signal, onLine = () => {}} = options;
	const leftMs = countdown(timeoutMs);
	const onEvent = (message: Message) => {
		// Others are late answers to a command that was given up.
		if (message.Identifier < firstId) linesOf(message).forEach(onLine);
	};
	const socket = await openSocket({host, port, password, timeoutMs, signal, onMessage: onEvent});
	try {
		await logIn(socket, {leftMs, signal, onEvent});
	} catch (error) {
		socket.close();
		throw error;
	}
	socket.rest();
	return {send: createSend(socket, onEvent), ended: socket.ended, close: socket.close};
};

type Login = Pick<ConsoleOptions, 'signal'> & {leftMs: () => number; onEvent: (message: Message) => void};

/** The game closes the connection if the password is wrong, or answers nothing. */
async function logIn(socket: MessageSocket, {leftMs, signal, onEvent}: Login): Promise<void> {
	socket.send(encodeMessage(firstId, markerCommand));
	for (;;) {
		const got = await socket.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') throw new ConsoleError('timeout', gameConsoleMessages.slowLogin);
		if (got === 'closed') {
			const {orderly, cause} = socket.ending() ?? {orderly: false};
			throw orderly
				? new ConsoleError('wrong-password', gameConsoleMessages.loginClosed)
				: new ConsoleError('refused', gameConsoleMessages.loginBroken, cause && {cause});
		}
		if (got.message.Identifier === firstId) return;
		onEvent(got.message);
	}
}

function createSend(socket: MessageSocket, onEvent: (message: Message) => void): ConsoleConnection['send'] {
	let lastId = firstId;
	return async (command, {timeoutMs, signal}) => {
		signal?.throwIfAborted();
		checkLine(command);
		if (socket.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
		const [commandId, markerId] = [lastId + 1, lastId + 2];
		lastId += 2;
		socket.send(encodeMessage(commandId, command), encodeMessage(markerId, markerCommand));
		try {
			return await readAnswer(socket, {commandId, markerId, leftMs: countdown(timeoutMs), signal, onEvent});
		} finally {
			socket.rest();
		}
	};
}

type Reading = Login & {commandId: number; markerId: number};

async function readAnswer(socket: MessageSocket, reading: Reading): Promise<string> {
	const {commandId, markerId, leftMs, signal, onEvent} = reading;
	const pieces: string[] = [];
	let length = 0;
	const text = () => pieces.join('\n');
	const partial = () => (pieces.length > 0 ? {partial: text().slice(0, 4096)} : {});
	for (;;) {
		const got = await socket.read({leftMs: leftMs(), signal});
		if (got === 'quiet' || got === 'late') {
			const {noAnswer, unfinishedAnswer} = gameConsoleMessages;
			throw new ConsoleError('timeout', pieces.length > 0 ? unfinishedAnswer : noAnswer, partial());
		}
		if (got === 'closed') {
			const {closedBefore, closedDuring} = gameConsoleMessages;
			const cause = socket.ending()?.cause;
			throw new ConsoleError('dropped', pieces.length > 0 ? closedDuring : closedBefore, {
				...(cause && {cause}),
				...partial(),
			});
		}
		const {Identifier, Message} = got.message;
		if (Identifier === markerId) return text();
		if (Identifier !== commandId) {
			onEvent(got.message);
			continue;
		}
		if (Message !== '') pieces.push(Message);
		length += Message.length;
		if (length <= maxAnswerLength) continue;
		socket.close();
		throw new ConsoleError('malformed', gameConsoleMessages.endlessAnswer, partial());
	}
}
