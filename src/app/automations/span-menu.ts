import {askRuns} from './read-runs.ts';
import type {Menu} from '../kernel/menu.ts';
import {serviceTime} from '../kernel/access.ts';

const hourMs = 3_600_000;

const spans = [
	['any', 'any time', undefined],
	['15m', 'the last 15 minutes', hourMs / 4],
	['1h', 'the last hour', hourMs],
	['6h', 'the last 6 hours', 6 * hourMs],
	['24h', 'the last 24 hours', 24 * hourMs],
	['7d', 'the last 7 days', 7 * 24 * hourMs],
	['30d', 'the last 30 days', 30 * 24 * hourMs],
] as const satisfies readonly [id: string, label: string, ms: number | undefined][];

/** The spans of time whose runs can be asked for; `rcondeck runs --from --to` takes any. */
export const spanMenu: Menu<(typeof spans)[number][0]> = {
	title: () => 'Runs of',
	items: () =>
		spans.map(([id, label, ms], place) => ({
			id,
			key: String(place + 1),
			label,
			choose: services => {
				// Runs are dated by the service.
				const now = serviceTime(services.store.getState().access, services.clock.now());
				askRuns(services, {from: ms === undefined ? undefined : now - ms, to: undefined});
			},
		})),
	current: () => undefined,
};
