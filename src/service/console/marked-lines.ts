import {randomUUID} from 'node:crypto';
import {gameConsoleMessages} from '../../messages/service.ts';
import type {ConsoleConnection} from './connection.ts';
import {ConsoleError} from './console-error.ts';
import {checkLine, readLines, type LineMeaning} from './line-exchange.ts';
import {countdown} from './mailbox.ts';
import type {TcpStream} from './tcp-stream.ts';

type Options = {
	/** Logged in. */
	stream: TcpStream<string>;
	lineBreak: string;
	/** A command that makes the game print the marker. */
	markerCommand: (marker: string) => string;
	/** Returns true if the line is the game's log of a command that was typed. */
	isLogOf: (command: string, line: string) => boolean;
	meaningOf: (line: string, command: string) => LineMeaning;
	onEvent: (line: string) => void;
};

/** How long silence must last to end the answer of a console that has never shown a marker, in milliseconds. */
const quietMs = 500;

/**
Creates the sender of a console that prints its whole log. Such a console does not mark the end of an answer, so each
command is followed by another one whose output is a marker.
*/
export function createMarkedSend(options: Options): {
	send: ConsoleConnection['send'];
	/** Whether a line was caused by the markers of this connection. */
	isOfMarkers: (line: string) => boolean;
} {
	const {stream, lineBreak, markerCommand, isLogOf, meaningOf, onEvent} = options;
	const prefix = `end-${randomUUID().slice(0, 8)}-`;
	let count = 0;
	let showsMarkers = false;
	const exchange: ConsoleConnection['send'] = (command, {timeoutMs, signal, onSilence}) => {
		const marker = `${prefix}${++count}.`;
		const typed = markerCommand(marker);
		stream.send(`${command}${lineBreak}${typed}${lineBreak}`);
		return readLines({
			reader: stream,
			leftMs: countdown(timeoutMs),
			quietMs: showsMarkers ? undefined : quietMs,
			signal,
			onSilence,
			onEvent,
			meaningOf: line => {
				if (isLogOf(command, line) || isLogOf(typed, line)) return 'noise';
				if (!line.includes(prefix)) return meaningOf(line, command);
				// A marker of an earlier command, whose answer was not waited for.
				if (!line.includes(marker)) return 'noise';
				showsMarkers = true;
				return 'end';
			},
		});
	};
	return {
		isOfMarkers: line => line.includes(prefix),
		send: async (command, sendOptions) => {
			sendOptions.signal?.throwIfAborted();
			checkLine(command);
			if (stream.ending()) throw new ConsoleError('refused', gameConsoleMessages.closedBeforeCommand);
			try {
				return await exchange(command, sendOptions);
			} catch (error) {
				if (error instanceof ConsoleError && error.reason === 'malformed') stream.close();
				throw error;
			} finally {
				stream.rest();
			}
		},
	};
}
