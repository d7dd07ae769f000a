import {knownMoment} from '../../contract/moments.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import type {ConsoleEvent, OpenCommand} from './console-buffer.ts';
import type {CommandLine} from './console-line.ts';

/** How long after a request an answer with the same text may still be its own. */
const adoptWithinMs = 10 * 60_000;
/** How far the service's clock may be behind what is known of it for that. */
export const skewAllowedMs = 30_000;

/** The commands whose outcome is open, in the order in which they were sent, after one of them has changed. */
export function withOpen(open: readonly OpenCommand[], line: CommandLine): readonly OpenCommand[] {
	const {id, command, sentAt, sentTick, status} = line;
	const isOpen = status === 'timeout' || status === 'sent' || status === 'abandoned';
	const isListed = open.some(one => one.id === id);
	if (!isOpen || sentAt === undefined) return isListed ? open.filter(one => one.id !== id) : open;
	if (isListed) return open;
	const young = open.filter(one => sentAt - one.sentAt <= adoptWithinMs);
	const one = {id, command, sentAt, ...(sentTick !== undefined && {sentTick})};
	return [...young, one].sort((a, b) => a.sentAt - b.sentAt);
}

/** The own command that an answer which came apart from its request may belong to; the text is all there is to go by. */
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
			command === answer.command && at - sentAt <= adoptWithinMs && answeredAt >= sentAt - skewAllowedMs,
	);
}
