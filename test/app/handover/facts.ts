import type {Activity} from '../../../src/actions/activity.ts';
import {handoverOf, type Handover, type HandoverFacts} from '../../../src/app/handover/handover.ts';
import type {JournalRecord} from '../../../src/app/kernel/state/journal.ts';
import {startAt} from '../../helpers/builders.ts';

let ids = 0;

/** Creates a record of an activity, `minute` minutes after the start. */
export const aNote = (
	minute: number,
	activity: Activity,
	over: Partial<JournalRecord> = {},
): JournalRecord => ({
	id: ++ids,
	at: startAt + minute * 60_000,
	kind: 'act',
	serverId: 'a',
	server: 'alpha',
	origin: undefined,
	source: undefined,
	status: undefined,
	problem: undefined,
	activity,
	...over,
});

/** Computes the handover of an hour with these records. By default nothing else is known. */
export const handoverAfter = (
	records: readonly JournalRecord[],
	facts: Partial<HandoverFacts> = {},
): Handover =>
	handoverOf({
		at: startAt + 60 * 60_000,
		since: startAt,
		team: 'Dev Guild',
		profile: 'PROD',
		servers: [],
		stopped: new Set(),
		unreadable: [],
		nodes: [],
		tasks: [],
		automations: {runs: [], nameOf: () => ''},
		shift: {records, lastChanges: [], acknowledged: [], observed: [], jobs: []},
		...facts,
	});
