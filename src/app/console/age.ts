import {serviceTime, type AccessState} from '../kernel/access.ts';
import type {ConsoleBuffer} from './console-buffer.ts';
import type {CommandLine} from './console-line.ts';

/**
What the service's clock shows when ours shows `now`: as the dates of its answers tell, else as far as what a console
heard does.
*/
export function serviceNow(
	access: AccessState,
	console: Pick<ConsoleBuffer, 'skewMs'> | undefined,
	now: number,
): number {
	return access.skewMs === undefined ? now - (console?.skewMs ?? 0) : serviceTime(access, now);
}

/**
How long ago a command was sent or heard, ms. What the feed brought was heard by our clock; what only a poll brought
may be old, and has nothing but the service's time of it.
*/
export function ageOf(
	{sentAt, via, heardAt, timestamp, at}: CommandLine,
	now: number,
	service: number,
): number {
	const ours = sentAt ?? (via === 'feed' ? heardAt : undefined);
	if (ours !== undefined) return Math.max(0, now - ours);
	return Math.max(0, (timestamp === undefined ? now : service) - at);
}
