import type {Fact} from '../../contract/models/link.ts';
import type {Clock} from '../../lib/time/clock.ts';
import type {OutboxRecord, ReportRecord, StoredFact} from '../records/records.ts';
import type {Store} from '../records/store.ts';

type Listener = {onAdded: () => void; onPublished: (packet: object) => void};

/** What the service that this machine is linked to must get exactly once, until it has stored it. */
export type Outbox = {
	/** The database that counts the reports. */
	records: string;
	/** Adds a report, within the transaction of what it reports. */
	add: (fact: StoredFact) => void;
	/** Passes on that something was sent to the team of this machine. */
	published: (packet: object) => void;
	/**
	Begins with what the service has: its last report of this machine, which is this node there. Reports for another node are
	dropped. Returns the number after which to send.
	*/
	begin: (nodeId: string, applied: number) => number;
	/** Returns the oldest reports after a sequence number. */
	after: (sequence: number, most: number) => {sequence: number; fact: Fact}[];
	/** Removes the reports up to this one. */
	stored: (sequence: number) => void;
	/** Sets who is called after each commit. */
	listen: (listener: Listener | undefined) => void;
};

/** The oldest reports beyond this are dropped, but never the results of orders. */
const maxReports = 2000;

const id = 'outbox';

type Records = {store: Store; newId: () => string; clock: Pick<Clock, 'now'>};

export function openOutbox({store, newId, clock}: Records): Outbox {
	const record = (): OutboxRecord =>
		store.outboxes.get(id) ?? store.outboxes.put({id, records: newId(), stored: 0});
	const {records, stored} = record();
	let newest = Math.max(stored, newestReport(store) ?? 0);
	let listener: Listener | undefined;
	const add = (fact: StoredFact) => {
		const former = newest;
		// At least the time: if these records are restored from a backup, no number is used twice.
		const sequence = Math.max(former + 1, Math.floor(clock.now()));
		newest = sequence;
		store.onRollback(() => (newest = former));
		store.reports.put({id: String(sequence), sequence, fact});
		if (store.reports.count() > maxReports) {
			const [dropped] = store.reports.where(oldestDroppable);
			if (dropped && dropped.sequence !== sequence) store.reports.remove(dropped.id);
		}
		store.afterCommit(() => listener?.onAdded());
	};
	return {
		records,
		add: fact => store.atomically(() => add(fact)),
		published: packet => listener?.onPublished(packet),
		begin: (nodeId, applied) =>
			store.atomically(() => {
				const known = record();
				const isOther = known.nodeId !== undefined && known.nodeId !== nodeId;
				const upTo = Math.max(known.stored, applied);
				store.outboxes.put({...known, nodeId, stored: upTo});
				removeUpTo(store, isOther ? newest : upTo);
				newest = Math.max(newest, upTo);
				return upTo;
			}),
		after: (sequence, most) => {
			const found: {sequence: number; fact: Fact}[] = [];
			// An answer that the history no longer has is skipped.
			for (let last = sequence; found.length < most;) {
				const reports = store.reports.where(following, [last, most]);
				for (const report of reports) {
					const fact = factIn(store, report);
					if (fact && found.length < most) found.push({sequence: report.sequence, fact});
				}
				if (reports.length < most) break;
				last = reports.at(-1)?.sequence ?? last;
			}
			return found;
		},
		stored: sequence =>
			store.atomically(() => {
				const known = record();
				store.outboxes.put({...known, stored: Math.max(known.stored, sequence)});
				removeUpTo(store, sequence);
			}),
		listen: next => (listener = next),
	};
}

/** Conditions in SQL. */
const oldestDroppable = `place = (SELECT min(place) FROM reports WHERE json ->> '$.fact.kind' <> 'result')`;
const following = `place IN (SELECT place FROM reports WHERE json ->> '$.sequence' > ?
	ORDER BY json ->> '$.sequence' LIMIT ?)`;

const newestReport = ({reports}: Store): number | undefined =>
	reports.where('place = (SELECT max(place) FROM reports)').at(0)?.sequence;

function removeUpTo({reports}: Store, sequence: number): void {
	for (const {id: reportId} of reports.where("json ->> '$.sequence' <= ?", [sequence]))
		reports.remove(reportId);
}

/** Returns what a report says; undefined if the history no longer has its answer. */
function factIn({commands}: Store, {fact}: ReportRecord): Fact | undefined {
	if (fact.kind !== 'answer') return fact;
	const {serverId, commandId} = fact;
	const answer = commands.find(serverId, commandId);
	return answer && {kind: 'answer', serverId, ...answer};
}
