import type {Report} from '../kernel/text/report.ts';
import type {Services} from '../kernel/state/services.ts';
import {unreachableSince} from '../kernel/state/connectivity.ts';
import {unreadableName} from '../kernel/state/failure.ts';
import {isOverdue} from '../servers/fleet.ts';
import {stoppedIn} from '../servers/fleet-once.ts';
import {automationName} from '../automations/automations-state.ts';
import {handoverOf, type Handover} from './handover.ts';
import {handoverReport, handoverText} from './handover-text.ts';

/** The length of the shift, the default of `rcondeck handover`. */
const shiftMs = 12 * 3_600_000;

type Needs = Pick<Services, 'store' | 'journal' | 'clock' | 'settings'>;

/** Computes the handover of the last shift from the session's state and the journal. */
export async function currentHandover({store, journal, clock, settings}: Needs): Promise<Handover> {
	const at = clock.now();
	const since = at - shiftMs;
	const shift = await journal.shift(since);
	const state = store.getState();
	const {fleet, nodes, access, automations} = state;
	const silentSince = unreachableSince(state, isOverdue(fleet, at));
	const {team} = access;
	return handoverOf({
		at,
		since,
		silent: silentSince === undefined ? undefined : {asOf: fleet.at, since: silentSince},
		team: team?.name ?? team?.id ?? '',
		profile: settings.profile.label,
		servers: fleet.list,
		stopped: stoppedIn(fleet),
		unreadable: fleet.unreadable
			.filter(({isRepeat}) => !isRepeat)
			.map(record => ({name: unreadableName(record), reason: record.reason})),
		nodes: nodes.at === undefined || nodes.problem ? undefined : nodes.nodes,
		tasks: nodes.tasksProblem || nodes.tasks.size === 0 ? undefined : [...nodes.tasks.values()].flat(),
		automations: automations.recentProblem
			? undefined
			: {runs: automations.recent, nameOf: run => automationName(run, automations.list)},
		shift,
	});
}

/** Returns the full handover with times as the user chose, and copies short enough for a chat message. */
export async function readHandover(services: Needs): Promise<{
	report: Report;
	copies: {text: string; markdown: string};
}> {
	const handover = await currentHandover(services);
	const isUtc = services.store.getState().view.time === 'utc';
	return {
		report: handoverReport(handover, Number.POSITIVE_INFINITY, isUtc),
		copies: {
			text: handoverText(handover, 'text', isUtc),
			markdown: handoverText(handover, 'markdown', isUtc),
		},
	};
}
