import {createInterface} from 'node:readline';
import {Writable} from 'node:stream';
import {printable} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Io} from './io.ts';
import {questionMessages} from '../../messages/login.ts';

/** The input has ended before an answer. */
export class InputEnded extends UsageError {
	override name = 'InputEnded';
}

export type Questions = {
	/** Reads one trimmed line. `hidden`: the input is not echoed. */
	ask: (question: string, hidden?: boolean) => Promise<string>;
	close: () => void;
};

/** Asks on stderr and reads stdin, from a terminal or a pipe. Rejects at the end of the input. */
export function openQuestions({stdin, stderr, ending}: Io): Questions {
	let isHidden = false;
	const output = new Writable({
		write: (chunk: Buffer, _encoding, done) => {
			if (!isHidden) stderr.write(chunk.toString());
			done();
		},
	});
	const lines = createInterface({
		input: stdin,
		output,
		terminal: stdin.isTTY === true && 'setRawMode' in stdin,
	});
	const read = lines[Symbol.asyncIterator]();
	const close = () => lines.close();
	// readline reads Ctrl-C as a key: the terminal neither makes a signal of it nor echoes it.
	lines.on('SIGINT', () => {
		stderr.write('\n');
		process.emit('SIGINT', 'SIGINT');
	});
	ending.addEventListener('abort', close, {once: true});
	return {
		ask: async (question, hidden = false) => {
			stderr.write(printable(question));
			isHidden = hidden;
			const next = await read.next();
			if (hidden) stderr.write('\n');
			isHidden = false;
			if (next.done) throw new InputEnded(questionMessages.inputEnded);
			return next.value.trim();
		},
		close: () => {
			ending.removeEventListener('abort', close);
			close();
		},
	};
}
