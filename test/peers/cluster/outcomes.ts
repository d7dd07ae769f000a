import type {Check} from './checks.ts';
import type {Injected} from './faults.ts';
import type {Sent} from './load.ts';

/** How soon after it was sent a fault can still be the cause, and how long after the recovery. */
const [beforeMs, afterMs] = [3000, 3000];
const restartMs = 20_000;

/** Returns what explains that something at a server had no result: a fault, or a restart of the server. */
export function explain(
	{server, from, until}: {server: string; from: number; until: number},
	faults: readonly Injected[],
	restarts: readonly Sent[],
): string | undefined {
	const fault = faults.find(
		one =>
			(one.machine === undefined || server.startsWith(`${one.machine}-`)) &&
			one.from <= until + beforeMs &&
			one.until + afterMs >= from,
	);
	if (fault) return fault.name;
	const isRestarted = restarts.some(
		one => one.server === server && one.at <= until + beforeMs && one.at + restartMs >= from,
	);
	return isRestarted ? 'restart of the server' : undefined;
}

/** Counts how requests ended that were not accepted, by cause and by what explains it. */
export function countOutcomes(sent: readonly Sent[], faults: readonly Injected[]): [string, number][] {
	const others = sent.filter(({by, outcome}) => by !== 'tui' && outcome !== 'accepted');
	const groups = Map.groupBy(others, one =>
		[one.kind, one.outcome, one.cause, whyOf(one, sent, faults) ?? 'without a fault']
			.filter(Boolean)
			.join(', '),
	);
	return [...groups].map(([what, all]) => [what, all.length] as [string, number]).toSorted();
}

/** A request whose outcome is unknown had a fault in its time. */
export function checkUnknown(sent: readonly Sent[], faults: readonly Injected[]): Check {
	const open = sent.filter(({by, outcome}) => by !== 'tui' && outcome === 'unknown');
	const violations = open
		.filter(one => whyOf(one, sent, faults) === undefined)
		.map(
			({id, at, server, outcome, cause}) =>
				`${id} for ${server} at ${new Date(at).toISOString()}: ${outcome} ${cause}`,
		);
	return {name: 'outcomes unknown, each during a fault or restart', checked: open.length, violations};
}

const whyOf = (one: Sent, sent: readonly Sent[], faults: readonly Injected[]) =>
	explain(
		{server: one.server, from: one.at, until: one.at},
		faults,
		sent.filter(({kind, id}) => kind === 'restart' && id !== one.id),
	);
