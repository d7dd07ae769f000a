import type {AutomationRun} from '../../contract/models/automation.ts';
import type {PastEntry} from '../memory.ts';
import type {Line} from '../state/console.ts';
import type {Gap} from '../state/feed.ts';
import type {State} from '../state/index.ts';
import {isOpen, isOver, type Job} from '../state/jobs.ts';
import type {Entry} from './entry.ts';

/**
A list in the state that entries are made of. An item that is the same object makes the same entries; `dropped` counts
the items that have left the list at its beginning.
*/
export type Source = {
	items: readonly object[];
	dropped: number;
	entriesOf: (index: number) => readonly Entry[];
};

/** Calls back for every source, by a name of its own: one for each server, and a few for all of them. */
export function eachSource(state: State, visit: (name: string, source: Source) => void): void {
	for (const [serverId, {lines, dropped}] of Object.entries(state.console)) {
		visit(
			`console ${serverId}`,
			sourceOf(lines, dropped, line => [lineEntry(line, serverId)]),
		);
	}
	visit('gaps', sourceOf(state.feed.gaps, 0, gapEntries));
	visit('jobs', sourceOf(state.jobs, 0, jobEntries));
	visit('runs', sourceOf(state.automations.recent, 0, runEntries));
	visit(
		'past',
		sourceOf(state.timeline.past, 0, past => [pastEntry(past)]),
	);
}

/** What an item has made already; the items live in the state, the entries as long as they. */
const made = new WeakMap<object, readonly Entry[]>();

function sourceOf<Item extends object>(
	items: readonly Item[],
	dropped: number,
	make: (item: Item) => readonly Entry[],
): Source {
	const entriesOf = (index: number) => {
		const item = items[index];
		if (!item) return [];
		const known = made.get(item);
		if (known) return known;
		const entries = make(item);
		made.set(item, entries);
		return entries;
	};
	return {items, dropped, entriesOf};
}

function lineEntry(line: Line, serverId: string): Entry {
	const isCommand = line.kind === 'command';
	return {
		key: `${serverId} ${line.id}`,
		at: line.at,
		kind: isCommand ? 'command' : line.tone === 'state' ? 'state' : 'act',
		by: isCommand ? line.origin : undefined,
		serverId,
		subject: {what: 'line', line},
	};
}

const shared = {by: undefined, serverId: undefined};

function gapEntries(gap: Gap): Entry[] {
	const at = (isEnd: boolean, moment: number): Entry => ({
		...shared,
		key: `gap ${gap.from} ${isEnd}`,
		at: moment,
		kind: 'gap',
		subject: {what: 'gap', gap, isEnd},
	});
	return gap.to === undefined ? [at(false, gap.from)] : [at(false, gap.from), at(true, gap.to)];
}

/** Where a job begins, what became of each server, and where it ends. */
function jobEntries(job: Job): Entry[] {
	const whole = (isEnd: boolean, at: number): Entry => ({
		...shared,
		key: `job ${job.id} ${isEnd}`,
		at,
		kind: 'job',
		subject: {what: 'job', job, isEnd},
	});
	const steps = job.steps.filter(step => isOver(step) && step.status !== 'skipped');
	const last = Math.max(job.startedAt, ...job.steps.map(({at}) => at));
	return [
		whole(false, job.startedAt),
		...steps.map((step): Entry => ({
			key: `job ${job.id} ${step.serverId}`,
			at: step.at,
			kind: 'job',
			by: undefined,
			serverId: step.serverId,
			subject: {what: 'step', job, step},
		})),
		...(isOpen(job) ? [] : [whole(true, last)]),
	];
}

function runEntries(run: AutomationRun): Entry[] {
	const began = run.startedAt ?? run.createdAt;
	const at = (isEnd: boolean, moment: number | undefined): Entry[] =>
		moment === undefined
			? []
			: [
					{
						...shared,
						key: `run ${run.id} ${isEnd}`,
						at: moment,
						kind: 'run',
						subject: {what: 'run', run, isEnd},
					},
				];
	return [...at(false, began), ...at(true, run.finishedAt)];
}

const pastEntry = (past: PastEntry): Entry => ({
	key: `past ${past.id}`,
	at: past.at,
	kind: past.kind === 'failure' ? 'act' : past.kind,
	by: undefined,
	serverId: past.serverId,
	subject: {what: 'past', past},
});
