import {insertInOrder} from './console-order.ts';
import {reopened} from './console-answered.ts';
import {without} from './console-change.ts';
import {isSame} from './console-identity.ts';
import {findLastIndex, lineAt, replacedAt} from './console-lines.ts';
import type {CommandLine, ConsoleBuffer} from './console.ts';

/** An answer of which the journal knows that another process of the same person asked for it. */
export type Claim = {
	command: string;
	commandId: string | undefined;
	timestamp: number | undefined;
	by: NonNullable<CommandLine['elsewhere']>;
};

/** What was heard as somebody's is one's own; what is not there yet waits for whoever tells this again. */
export function claimed(buffer: ConsoleBuffer, claims: readonly Claim[]): ConsoleBuffer {
	return claims.reduce(claimOne, buffer);
}

function claimOne(buffer: ConsoleBuffer, {by, ...answer}: Claim): ConsoleBuffer {
	const named = {...answer, response: undefined};
	const index = findLastIndex(buffer.lines, line => line.kind === 'command' && isSame(line, named));
	const line = lineAt(buffer.lines, index);
	if (index === -1 || line?.kind !== 'command' || line.elsewhere) return buffer;
	if (line.origin === 'other') {
		const lines = replacedAt(buffer.lines, index, {...line, origin: 'me', elsewhere: by});
		return {...buffer, lines};
	}
	if (line.matched !== 'text') return buffer;
	// An open command of this deck took it for its own answer by the text: it is open again.
	const own: CommandLine = {
		...line,
		id: line.commandId ?? `${line.at} ${line.command}`,
		elsewhere: by,
		status: 'answered',
		sentAt: undefined,
		latencyMs: undefined,
		timeoutMs: undefined,
		failure: undefined,
		matched: undefined,
	};
	const alone = reopened(without(buffer, index), line);
	return {...alone, lines: insertInOrder(alone.lines, own), bytes: buffer.bytes};
}
