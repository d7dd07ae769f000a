import {knownMoment} from '../../contract/moments.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import type {ConsoleEvent, OpenCommand} from './console-buffer.ts';
import type {CommandLine} from './console-line.ts';

/** How long after a request an answer with the same text may still belong to it. */
const adoptWithinMs = 10 * 60_000;
/** How far the service's clock may lag behind the known skew for that. */
export const maxSkewMs = 30_000;

/** Returns the open commands, in sending order, after one entry changed. */
export function withOpen(open: readonly OpenCommand[], line: CommandLine): readonly OpenCommand[] {
	const {id, command, origin, sentAt, sentTick, status} = line;
	const isOpen = status === 'timeout' || status === 'sent' || status === 'abandoned';
	const isListed = open.some(one => one.id === id);
	if (!isOpen || sentAt === undefined) return isListed ? open.filter(one => one.id !== id) : open;
	if (isListed) return open;
	const young = open.filter(one => sentAt - one.sentAt <= adoptWithinMs);
	const one = {
		id,
		command,
		sentAt,
		...(sentTick !== undefined && {sentTick}),
		...(origin === 'probe' && {isProbe: true as const}),
	};
	return [...young, one].sort((a, b) => a.sentAt - b.sentAt);
}

/** Returns the command of this session that a separately received answer may belong to; only the text can tell. */
export function openFor(
	open: readonly OpenCommand[],
	answer: ServerCommand,
	{at}: Extract<ConsoleEvent, {type: 'rcon/received'}>,
	skewMs: number,
): OpenCommand | undefined {
	const timestamp = knownMoment(answer.timestamp);
	const answeredAt = timestamp === undefined ? at : timestamp + skewMs;
	return open.find(
		({command, sentAt}) =>
			command === answer.command && at - sentAt <= adoptWithinMs && answeredAt >= sentAt - maxSkewMs,
	);
}
