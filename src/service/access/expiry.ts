import {repeat} from '../../lib/time/clock.ts';
import type {ServiceContext} from '../context.ts';
import {isUnavailable} from '../when-available.ts';
import {withIssued} from './revocation.ts';

const everyMs = 10_000;

/**
Removes tokens when they expire, so that they take no memory, and a clock that is set back does not revive them: in the last
seconds of a token its time no longer depends on the wall clock. Returns what stops it.
*/
export function openExpiry(service: ServiceContext, onBug: (bug: unknown) => void): () => void {
	const {clock, records} = service;
	const timers = new Map<string, () => void>();
	const report = (error: unknown) => {
		// The next check may succeed. One in progress while the service closes may not.
		if (!service.closed.aborted && !isUnavailable(error)) onBug(error);
	};
	const remove = (id: string) => {
		timers.delete(id);
		removeExpired(service, id).catch(report);
	};
	const check = async () => {
		const now = clock.now();
		const due = await records.read(({applications}) => applications.expiringBy(now + everyMs));
		for (const {id, expiresAt = now} of due) {
			if (service.closed.aborted) return;
			if (!timers.has(id))
				timers.set(
					id,
					clock.after(expiresAt - now, () => remove(id)),
				);
		}
	};
	const start = () => void check().catch(report);
	start();
	const stop = repeat(clock, () => everyMs, start);
	return () => {
		stop();
		for (const cancel of timers.values()) cancel();
	};
}

/** Removes an expired token. What it issued expires with it. */
export async function removeExpired(
	{records, endSessions}: Pick<ServiceContext, 'records' | 'endSessions'>,
	id: string,
): Promise<void> {
	await records.transact(async ({applications, afterCommit}) => {
		const application = await applications.get(id);
		if (!application) return;
		const all = await applications.ofTeam(application.teamId ?? '');
		for (const expired of withIssued(all, [id])) {
			await applications.remove(expired);
			afterCommit(() => endSessions(expired));
		}
	});
}
