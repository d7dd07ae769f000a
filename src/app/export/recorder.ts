import {isForTeam, isOfJob, type Memorable} from '../../actions/memorable.ts';
import type {Event, State} from '../state.ts';
import {entryOfMemorable, withoutSecretsIn, type Entry} from './export-entry.ts';
import {formats} from './formats.ts';
import type {Recorder, Recording} from '../kernel/state/services.ts';
import {exportMessages} from '../../messages/export.ts';

/** A recorder with its inputs. Cheap while nothing is recorded. */
export type EventRecorder = Recorder & {
	/** Receives the entries that the journal records. */
	keep: (items: readonly Memorable[]) => void;
	/** Receives events that the journal does not record: the start of operations that may not end. */
	record: (event: Event, before: State, after: State) => void;
};

/** How far the clock of the service may lag behind ours for an event to count as after the start, ms. */
const skewAllowedMs = 30_000;

export function createRecorder(hide: (text: string) => string): EventRecorder {
	let recording: Recording | undefined;
	let since = 0;
	let isUtc = false;
	const add = (entry: Entry) => recording?.add(formats.markdown.entry(withoutSecretsIn(entry, hide), isUtc));
	return {
		begin: (newRecording, at, inUtc) => {
			[recording, since, isUtc] = [newRecording, at, inUtc];
		},
		keep: items => {
			if (!recording) return;
			for (const item of items) {
				// Polls also return commands that the service stored long ago.
				if (isOfJob(item) || item.kind === 'typed' || item.kind === 'feedProof') continue;
				if (item.kind === 'states' || item.kind === 'samples' || isForTeam(item)) continue;
				if (lastMoment(item) >= since - skewAllowedMs) add(entryOfMemorable(item));
			}
		},
		record: (event, before, after) => {
			if (!recording) return;
			const entry = entryOfEvent(event, before, after);
			if (entry) add(entry);
		},
		end: () => {
			const ended = recording;
			recording = undefined;
			return ended;
		},
	};
}

const lastMoment = (item: Memorable) => (item.kind === 'gap' ? item.to : item.at);

function entryOfEvent(event: Event, before: State, after: State): Entry | undefined {
	switch (event.type) {
		case 'feed/changed': {
			const gap = after.feed.gaps.at(-1);
			const isNew = gap !== undefined && gap.to === undefined && before.feed.gaps.at(-1)?.from !== gap.from;
			return isNew ? {kind: 'gap', at: gap.from, to: undefined, filled: 0} : undefined;
		}
		case 'fleet/pollFailed': {
			if (before.fleet.problem) return undefined;
			const text = exportMessages.listUnreadable(event.failure.title);
			return {kind: 'note', at: event.at, serverId: undefined, server: undefined, tone: 'session', text};
		}
		case 'fleet/polled': {
			if (!before.fleet.problem) return undefined;
			const text = exportMessages.listReadable;
			return {kind: 'note', at: event.at, serverId: undefined, server: undefined, tone: 'session', text};
		}
		default:
			return undefined;
	}
}
