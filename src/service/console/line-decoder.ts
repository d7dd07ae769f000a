import {StringDecoder} from 'node:string_decoder';
import {gameConsoleMessages} from '../../messages/service-servers.ts';
import {ConsoleError} from './console-error.ts';
import type {Decoder} from './tcp-stream.ts';

/** Far longer than any line of a console. */
const maxLineLength = 1024 * 1024;
/** Longer texts without a line break are no prompts. */
const maxPromptLength = 200;

/**
Creates a decoder of lines in UTF-8, without their line breaks and without NULs, with which Teeworlds pads them. A text
at the end that has no line break yet counts as a line if `isPrompt` returns true.
*/
export function createLineDecoder(
	onLine: (line: string) => void,
	isPrompt: (text: string) => boolean = () => false,
): Decoder {
	const decoder = new StringDecoder('utf8');
	let unfinished = '';
	return {
		isMidMessage: () => false,
		push: chunk => {
			// Only the new text is searched, so one-byte chunks cost no more than large ones.
			const [first = '', ...others] = decoder.write(chunk).replaceAll('\0', '').split('\n');
			unfinished += first;
			for (const next of others) {
				const line = unfinished;
				unfinished = next;
				onLine(withoutReturns(line));
			}
			if (unfinished.length > maxLineLength) {
				throw new ConsoleError('malformed', gameConsoleMessages.endlessLine);
			}
			if (unfinished.length > maxPromptLength || !isPrompt(unfinished)) return;
			const last = unfinished;
			unfinished = '';
			onLine(last);
		},
	};
}

/** A regular expression would take quadratic time for a line of carriage returns. */
function withoutReturns(line: string): string {
	let end = line.length;
	while (line.charAt(end - 1) === '\r') end--;
	return line.slice(0, end);
}
