import {repeat} from '../../lib/time/clock.ts';
import type {Broker} from './broker.ts';
import type {ServiceContext} from '../context.ts';
import {isUnavailable} from '../when-available.ts';

const everyMs = 60_000;

/**
Ends feeds whose application was revoked by another instance or a command that could not tell this instance. Returns what
stops it.
*/
export function recheckFeeds(
	{clock, records}: Pick<ServiceContext, 'clock' | 'records'>,
	{applications, endSessions}: Pick<Broker, 'applications' | 'endSessions'>,
	onBug: (bug: unknown) => void,
): () => void {
	const check = async () => {
		const open = applications();
		if (open.size === 0) return;
		const valid = await records.read(reading => reading.applications.getMany(open));
		for (const id of open) if (!valid.has(id)) endSessions(id);
	};
	return repeat(
		clock,
		() => everyMs,
		() => {
			check().catch((error: unknown) => {
				// The database may be unreachable. The next check may succeed.
				if (!isUnavailable(error)) onBug(error);
			});
		},
	);
}
