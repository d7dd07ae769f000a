import {clockText} from '../../lib/ago.ts';
import {commonMessages} from '../../messages/common.ts';
import type {Message} from '../../messages/text.ts';
import {serviceNow} from '../kernel/access.ts';
import type {State} from '../state.ts';
import type {ConsoleBuffer} from './console-buffer.ts';
import type {CommandLine} from './console-line.ts';
import {newestFirst, noLines} from './console-lines.ts';

const maxShown = 3;

/** Returns the newest commands that others sent to a server, newest first, each with its time. */
export function commandsOfOthers(
	buffer: ConsoleBuffer | undefined,
	{access, view}: Pick<State, 'access' | 'view'>,
	now: number,
): {when: Message; command: string}[] {
	const service = serviceNow(access, buffer, now);
	return newestFirst(buffer?.lines ?? noLines, chunk => chunk.lastIndexWith('origin', 'other') !== -1)
		.filter(line => line.kind === 'command')
		.filter(({origin}) => origin === 'other')
		.take(maxShown)
		.map(line => ({
			when:
				view.time === 'relative'
					? commonMessages.ago(ageOf(line, now, service))
					: clockText(line.at, view.time === 'utc'),
			command: line.command,
		}))
		.toArray();
}

/**
Returns the age of a command in ms. What the feed brought was received by our clock. What only a poll brought may be
old, and has only the service's timestamp.
*/
export function ageOf(
	{sentAt, via, receivedAt, timestamp, at}: CommandLine,
	now: number,
	service: number,
): number {
	const ours = sentAt ?? (via === 'feed' ? receivedAt : undefined);
	if (ours !== undefined) return Math.max(0, now - ours);
	return Math.max(0, (timestamp === undefined ? now : service) - at);
}
