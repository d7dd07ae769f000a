import {runSpanMessages} from '../../messages/automation-screens.ts';
import {askRuns} from './read-runs.ts';
import type {Menu} from '../kernel/menu.ts';
import {serviceTime} from '../kernel/access.ts';

const hourMs = 3_600_000;

const spans = [
	['any', runSpanMessages.any, undefined],
	['15m', runSpanMessages.quarterHour, hourMs / 4],
	['1h', runSpanMessages.hour, hourMs],
	['6h', runSpanMessages.sixHours, 6 * hourMs],
	['24h', runSpanMessages.day, 24 * hourMs],
	['7d', runSpanMessages.week, 7 * 24 * hourMs],
	['30d', runSpanMessages.month, 30 * 24 * hourMs],
] as const satisfies readonly [id: string, label: string, ms: number | undefined][];

/** Time spans that runs can be restricted to; `rcondeck runs --from --to` accepts any. */
export const spanMenu: Menu<(typeof spans)[number][0]> = {
	title: () => runSpanMessages.title,
	items: () =>
		spans.map(([id, label, ms], place) => ({
			id,
			key: String(place + 1),
			label,
			choose: services => {
				// Runs are dated by the clock of the service.
				const now = serviceTime(services.store.getState().access, services.clock.now());
				askRuns(services, {from: ms === undefined ? undefined : now - ms, to: undefined});
			},
		})),
	current: () => undefined,
};
