import type {Readable} from 'node:stream';
import {gameConsoleMessages} from '../../messages/service.ts';
import type {ConnectConsole, ConsoleConnection, ConsoleOptions} from './connection.ts';
import {ConsoleError} from './console-error.ts';
import {createLineDecoder} from './tcp-stream.ts';
import {checkLine, readLines} from './line-exchange.ts';
import {countdown, createMailbox} from './mailbox.ts';

/**
The input and output of a running game. They are left open when the console is closed. `write` throws `ConsoleError` if
nothing could be written.
*/
export type GameStreams = {write: (text: string) => void; stdout: Readable};

export type StdioOptions = {
	/** What the game prints when it waits for a command, such as `: `, and ends the answer to the one before. */
	prompt?: string;
	/** How long silence must last to end an answer, in milliseconds (default 300). */
	quietMs?: number;
	/** How long silence after a command means that it has no output, in milliseconds (default 1000). */
	emptyMs?: number;
	/**
	What was printed before is not part of the first answer: waits for the prompt, or for this silence, in milliseconds
	(default 100).
	*/
	settleMs?: number;
	/** How long an answer may last if the game is never silent, in milliseconds (default 2000). */
	longestMs?: number;
};

/**
Creates the function that uses the input and output of a process as console. `streamsOf` returns undefined if the game is
not running. Host, port and password do not matter.
*/
export function connectStreams(
	streamsOf: () => GameStreams | undefined,
	options: StdioOptions = {},
): ConnectConsole {
	return async ({timeoutMs, signal, onLine = () => {}}) => {
		signal?.throwIfAborted();
		const streams = streamsOf();
		if (!streams || streams.stdout.readableEnded || streams.stdout.destroyed) {
			throw new ConsoleError('refused', gameConsoleMessages.notRunning);
		}
		const {settle, ...connection} = useStreams(streams, options, onLine);
		try {
			await settle({leftMs: countdown(Math.min(timeoutMs, maxSettleMs)), signal});
		} catch (error) {
			connection.close();
			throw error;
		}
		return connection;
	};
}

/** Some games never fall silent. */
const maxSettleMs = 2000;

type Settle = {leftMs: () => number; signal: AbortSignal | undefined};

/** Stands for the prompt among the lines. */
const promptLine = Symbol('prompt');
type Line = string | typeof promptLine;

function useStreams(
	{write, stdout}: GameStreams,
	options: StdioOptions,
	onLine: NonNullable<ConsoleOptions['onLine']>,
): ConsoleConnection & {settle: (wait: Settle) => Promise<void>} {
	const {prompt, settleMs = 100} = options;
	const onEvent = (line: Line) => {
		if (line !== promptLine) onLine({text: line, kind: 'output'});
	};
	const mailbox = createMailbox<Line>({onMessage: onEvent, isMidMessage: () => false});
	const decoder = createPromptDecoder(mailbox.put, prompt);
	const release = () => {
		stdout.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onError);
		// A process that nobody reads would be blocked.
		stdout.resume();
	};
	const end: typeof mailbox.end = (ending, failure) => {
		release();
		mailbox.end(ending, failure);
	};
	const onError = (cause: Error) => end({cause});
	const onEnd = () => end({});
	const onData = (chunk: Buffer | string) => {
		try {
			decoder.push(Buffer.from(chunk));
			mailbox.wake();
		} catch (error) {
			if (!(error instanceof ConsoleError)) throw error;
			end({}, error);
		}
	};
	stdout.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onError);
	const close = () => {
		mailbox.close();
		release();
	};
	return {
		ended: mailbox.ended,
		close,
		settle: async ({leftMs, signal}) => {
			for (;;) {
				const got = await mailbox.read({leftMs: leftMs(), quietMs: settleMs, signal});
				if (got === 'closed') throw new ConsoleError('refused', gameConsoleMessages.notRunning);
				if (typeof got === 'string' || got.message === promptLine) return mailbox.rest();
				onEvent(got.message);
			}
		},
		send: async (command, {timeoutMs, signal, onSilence}) => {
			signal?.throwIfAborted();
			checkLine(command);
			if (mailbox.ending()) throw new ConsoleError('refused', gameConsoleMessages.notRunning);
			const leftMs = countdown(timeoutMs);
			mailbox.attend();
			try {
				write(`${command}\n`);
				return await readLines({
					reader: mailbox,
					leftMs,
					...silences(options),
					signal,
					onSilence,
					meaningOf: line => (line === promptLine ? 'end' : 'answer'),
					onEvent,
				});
			} catch (error) {
				if (error instanceof ConsoleError && error.reason === 'malformed') close();
				throw error;
			} finally {
				mailbox.rest();
			}
		},
	};
}

/** With a prompt, silence means nothing. */
const silences = ({prompt, quietMs = 300, emptyMs = 1000, longestMs = 2000}: StdioOptions) =>
	prompt === undefined ? {quietMs, emptyMs, longestMs} : {};

/** A prompt has no line break, so the next line may follow it directly. */
function createPromptDecoder(put: (line: Line) => void, prompt: string | undefined) {
	if (prompt === undefined) return createLineDecoder(put);
	const isPrompt = (text: string) => text !== '' && text.replaceAll(prompt, '') === '';
	return createLineDecoder(line => {
		let rest = line;
		for (; rest.startsWith(prompt); rest = rest.slice(prompt.length)) put(promptLine);
		if (rest !== '' || line === '') put(rest);
	}, isPrompt);
}
