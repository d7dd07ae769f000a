import type {Chunk} from './chunk.ts';
import {mayHaveAnswer} from './console-identity.ts';
import {bytesOf} from './console-bytes.ts';
import {insertInOrder} from './console-order.ts';
import {reopenEntry} from './console-answered.ts';
import {removeEntry} from './console-change.ts';
import {findLastIndex, newestFirst, replaceAt} from './console-lines.ts';
import type {CommandLine} from './console-line.ts';
import type {Claim, ConsoleBuffer} from './console-buffer.ts';

/**
Marks received commands of others as the user's own. Claims without an entry are ignored; the caller repeats them.
*/
export function applyClaims(buffer: ConsoleBuffer, claims: readonly Claim[]): ConsoleBuffer {
	const byName = new Map(claims.map(claim => [nameOf(claim), claim]));
	const found: [CommandLine, Claim][] = [];
	const isUnnamed = ({commandId, timestamp}: Claim) => commandId === undefined && timestamp === undefined;
	const mayHave = (chunk: Chunk) => claims.some(claim => isUnnamed(claim) || mayHaveAnswer(chunk, claim));
	// There may be many of both after startup.
	for (const line of newestFirst(buffer.lines, mayHave)) {
		if (line.kind !== 'command' || line.elsewhere) continue;
		const claim = byName.get(nameOf(line));
		if (claim) found.push([line, claim]);
	}
	return found.reduce((next, [line, claim]) => claimOne(next, line, claim), buffer);
}

const nameOf = ({commandId, timestamp, command}: Pick<Claim, 'commandId' | 'timestamp' | 'command'>) =>
	commandId ?? `\0${timestamp} ${command}`;

function claimOne(buffer: ConsoleBuffer, line: CommandLine, {by, isProbe}: Claim): ConsoleBuffer {
	const index = findLastIndex(
		buffer.lines,
		one => one === line,
		chunk => chunk.lastIndexWith('id', line.id) !== -1,
	);
	if (index === -1) return buffer;
	if (line.origin === 'other') {
		const lines = replaceAt(buffer.lines, index, {
			...line,
			origin: isProbe ? 'probe' : 'me',
			elsewhere: by,
		});
		return {...buffer, lines};
	}
	if (line.matched !== 'text') return buffer;
	// An open command of this session claimed this answer by its text; that command is open again.
	const own: CommandLine = {
		...line,
		id: line.commandId ?? `${line.timestamp ?? line.at} ${line.command}`,
		at: line.timestamp ?? line.at,
		origin: isProbe ? 'probe' : 'me',
		elsewhere: by,
		status: 'answered',
		sentAt: undefined,
		latencyMs: undefined,
		timeoutMs: undefined,
		failure: undefined,
		matched: undefined,
	};
	const alone = reopenEntry(removeEntry(buffer, index), line);
	return {...alone, lines: insertInOrder(alone.lines, own), bytes: alone.bytes + bytesOf(own)};
}
