import type {Fact} from '../../contract/models/link.ts';
import type {ReportRecord, StoredFact} from '../records.ts';
import type {Store} from '../store.ts';

type Listener = {onAdded: () => void; onPublished: (packet: object) => void};

/** What the service that this machine is linked to must get exactly once, until it has stored it. */
export type Outbox = {
	/** The database that counts the reports. */
	records: string;
	/** Adds a report, within the transaction of what it reports. */
	add: (fact: StoredFact) => void;
	/** Passes on that something was sent to the team of this machine. */
	published: (packet: object) => void;
	/** Returns the oldest reports after a sequence number. */
	after: (sequence: number, most: number) => {sequence: number; fact: Fact}[];
	/** Removes the reports up to this one. */
	stored: (sequence: number) => void;
	/** Sets who is called after each commit. */
	listen: (listener: Listener | undefined) => void;
};

/** The oldest reports beyond this are dropped, but never the results of orders. */
const maxReports = 2000;

type Records = {store: Store; newId: () => string};

export function openOutbox({store, newId}: Records): Outbox {
	const last = store.reports.all().at(-1);
	const records = last?.records ?? newId();
	let newest = last?.sequence ?? 0;
	let listener: Listener | undefined;
	const add = (fact: StoredFact) => {
		const sequence = newest + 1;
		newest = sequence;
		store.onRollback(() => (newest = sequence - 1));
		store.reports.put({id: String(sequence), records, sequence, fact});
		if (store.reports.count() > maxReports) {
			const dropped = store.reports.all().find(report => report.fact.kind !== 'result');
			if (dropped && dropped.sequence !== sequence) store.reports.remove(dropped.id);
		}
		store.afterCommit(() => listener?.onAdded());
	};
	return {
		records,
		add: fact => store.atomically(() => add(fact)),
		published: packet => listener?.onPublished(packet),
		after: (sequence, most) => {
			const found: {sequence: number; fact: Fact}[] = [];
			for (const report of store.reports.all()) {
				if (found.length >= most) break;
				const fact = report.sequence > sequence ? factIn(store, report) : undefined;
				if (fact) found.push({sequence: report.sequence, fact});
			}
			return found;
		},
		stored: sequence =>
			store.atomically(() => {
				for (const report of store.reports.all())
					// The newest one has the last number.
					if (report.sequence <= sequence && report.sequence !== newest) store.reports.remove(report.id);
			}),
		listen: next => (listener = next),
	};
}

/** Returns what a report says; undefined if the history no longer has its answer. */
function factIn({commands}: Store, {fact}: ReportRecord): Fact | undefined {
	if (fact.kind !== 'answer') return fact;
	const {serverId, commandId} = fact;
	const answer = commands.of(serverId).find(command => command.commandId === commandId);
	return answer && {kind: 'answer', serverId, ...answer};
}
