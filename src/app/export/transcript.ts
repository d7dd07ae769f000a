import {phaseOf} from '../../contract/states.ts';
import {nameOf} from '../../actions/names.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {State} from '../state.ts';
import {noLines, oldestFirst} from '../console/record/lines.ts';
import {feedWord} from '../kernel/state/feed-state.ts';
import {coverageGaps, isUnknown, type Span} from './export-parts.ts';
import {coverageFacts, headingFor} from './console-export.ts';
import {formats, isUtcIn} from './formats.ts';
import {exportMessages} from '../../messages/export.ts';
import {serverMessages} from '../../messages/server-list.ts';

/** Keeps a name that has an extension; adds the format's extension to others. */
export const fileName = (name: string, extension: string): string =>
	hasEnding(name) ? name : `${name}.${extension}`;

const hasEnding = (name: string) => /\.[A-Za-z][A-Za-z0-9]{0,7}$/.test(name);

/** Returns a name such as `ark-isl-1-2026-11-21T03-12-04Z`, which names its contents and sorts by time. */
export const stampedName = (what: string, at: number): string =>
	`${safeName(what)}-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

/** Returns the file of a transcript: its name with the start time, unless it is a path or has an extension. */
export const transcriptFile = (name: string, at: number): string =>
	fileName(name.includes('/') || hasEnding(name) ? name : stampedName(name, at), 'md');

/** Keeps letters, digits and punctuation that has no meaning for a shell or a file system. */
function safeName(text: string): string {
	const safe = text
		.normalize('NFC')
		.replaceAll(/[^\p{L}\p{N}_.]+/gu, '-')
		.replaceAll(/^[-.]+|-+$/g, '')
		.slice(0, 60)
		// The cut may have split a pair of surrogates.
		.replace(/\p{Surrogate}$/u, '');
	return safe === '' ? 'rcondeck' : safe;
}

/** Starts recording all events. Returns the problem as a sentence if it cannot start. */
export async function beginTranscript(services: Services, name: string): Promise<string | undefined> {
	const {store, clock, files, settings, recorder} = services;
	if (store.getState().transcript) return exportMessages.transcript.isRecording;
	const at = clock.now();
	const onProblem = (problem: string | undefined) => {
		store.dispatch({type: 'transcript/failed', problem});
		if (problem === undefined) notify(services, 'done', exportMessages.transcript.writtenAgain);
		else notify(services, 'failure', exportMessages.transcript.problem(problem));
	};
	const recording = await files.record(transcriptFile(name, at), onProblem);
	if ('problem' in recording) return recording.problem;
	const state = store.getState();
	const facts: [string, string][] = [
		['Feed', exportMessages.transcript.feedAtBeginning(feedWord(state.feed))],
		...statesOf(state).map((text): [string, string] => [exportMessages.transcript.atBeginning, text]),
		[exportMessages.heading.couldNotSee, exportMessages.transcript.saidAtEnd],
	];
	const isUtc = isUtcIn(state, 'markdown');
	const about = {settings, now: at, isUtc, hide: files.hide};
	recording.add(
		formats.markdown.heading(headingFor(exportMessages.transcript.title(name), state, about, facts)),
	);
	recorder.begin(recording, at, isUtc);
	store.dispatch({type: 'transcript/started', name, path: recording.path, at});
	notify(services, 'done', exportMessages.transcript.started(recording.path));
	return undefined;
}

/** Writes the final states and what could not be observed. */
export async function endTranscript(services: Services, why: 'asked' | 'closing' = 'asked'): Promise<void> {
	const {store, clock, settings, recorder, files} = services;
	const state = store.getState();
	const recording = recorder.end();
	if (!recording || !state.transcript) return;
	const {at: from} = state.transcript;
	const at = clock.now();
	const [serverIds, span] = [[...state.fleet.servers.keys()], {from, to: at}];
	const unknown = countUnknown(state, serverIds, span);
	const isUtc = isUtcIn(state, 'markdown');
	const facts: [string, string][] = [
		...statesOf(state).map((text): [string, string] => [exportMessages.transcript.atEnd, text]),
		...coverageFacts(coverageGaps(state, serverIds, span, {pollMs: settings.pollMs, unknown, isUtc})),
	];
	const title = why === 'asked' ? exportMessages.transcript.end : exportMessages.transcript.endClosed;
	const ending = headingFor(title, state, {settings, now: at, isUtc, hide: files.hide}, facts);
	recording.add(`\n${formats.markdown.heading(ending)}`);
	const {problem} = state.transcript;
	store.dispatch({type: 'transcript/ended'});
	await recording.close();
	if (why === 'closing') return;
	if (problem === undefined) notify(services, 'done', exportMessages.transcript.written(recording.path));
	else notify(services, 'failure', exportMessages.transcript.incomplete(recording.path, problem));
}

/** Counts synchronously, because the session may be closing. */
const countUnknown = (state: State, serverIds: readonly string[], span: Span): number =>
	serverIds.reduce(
		(count, id) =>
			count +
			oldestFirst(state.console.get(id)?.lines ?? noLines)
				.filter(isUnknown(span))
				.toArray().length,
		0,
	);

/** Returns the states of the servers, naming the ones not up. */
function statesOf({fleet}: State): string[] {
	const servers = [...fleet.servers.values()];
	if (fleet.at === undefined) return [exportMessages.transcript.listNotRead];
	const states = Map.groupBy(servers, ({state}) => state ?? serverMessages.noState);
	return [...states].map(([state, of]) => {
		const isUp = phaseOf(state) === 'online';
		return isUp ? `${of.length} ${state}` : `${of.length} ${state}: ${of.map(nameOf).join(', ')}`;
	});
}
