import {openAway} from '../../app/handover/handover-commands.ts';
import {timelineTest} from '../../app/timeline/timeline-filter.ts';
import {timelineKinds} from '../../app/timeline/timeline-state.ts';
import {hiddenProbes, type TimelineRow, timelineRows} from '../../app/timeline/timeline-view.ts';
import {fieldOf} from '../../app/kernel/text/text-field.ts';
import {clockText} from '../../lib/time/ago.ts';
import {plural} from '../../lib/text/plural.ts';
import type {CommandGroup} from './command.ts';
import type {LineSession} from '../session.ts';
import {targetsOfSession} from '../named-servers.ts';
import {runCommand} from '../run-command.ts';
import {askForm} from '../action-questions.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineMessages, lineTimelineMessages} from '../../messages/line-mode.ts';

const usualEntries = 20;

/** Prints the last timeline entries, of one kind or matching a filter; an export accepts the same filter. */
function timeline({services, print}: LineSession, rest: string): void {
	const {store, clock} = services;
	const words = rest.split(/\s+/).filter(Boolean);
	const first = words[0]?.toLowerCase();
	const kinds = timelineKinds.find(kind => kind === first);
	if (kinds) words.shift();
	const most = /^\d+$/.test(words[0] ?? '') ? Number(words.shift()) : usualEntries;
	const text = words.join(' ');
	const change = {kinds: kinds ?? 'all', filter: {field: fieldOf(text), editing: false}, cursor: undefined};
	const {problem} = timelineTest({kinds: change.kinds, text}, store.getState());
	if (problem !== undefined) {
		print(lineMessages.problem(problem));
		return;
	}
	store.dispatch({type: 'timeline/changed', change});
	const state = store.getState();
	const folds = change.kinds !== 'states' && change.kinds !== 'runs';
	const filter = {kinds: change.kinds, text, folds};
	const rows = timelineRows(state, filter);
	const hidden = hiddenProbes(state, filter);
	const now = clock.now();
	const shown = rows.slice(-most);
	const part = shown.length < rows.length ? lineMessages.newestShown(shown.length) : '';
	print(
		shown.map(row => rowLine(row, now, state.view.time === 'utc')),
		`${plural(rows.length, 'entry', 'entries')}${part}.${hidden === 0 ? '' : lineTimelineMessages.probesHidden(hidden)}`,
	);
}

const dayMs = 86_400_000;

/** Formats an entry such as `03:12:04 state, ark-isl-1: OFFLINE`; an entry older than a day shows its age. */
function rowLine(
	{at, kind, by, server, text, outcome, isFold, isPast}: TimelineRow,
	now: number,
	utc: boolean,
): string {
	const when = now - at < dayMs / 2 ? clockText(at, utc) : lineTimelineMessages.ago(now - at);
	const who = by === 'me' ? 'you' : (by ?? kind);
	const about = [isPast ? 'earlier' : undefined, who, server].filter(Boolean).join(', ');
	const more = isFold ? lineTimelineMessages.listsEach(kind === 'run' ? 'runs' : 'states') : '';
	return `${when} ${about}: ${outcome === undefined ? text : `${text}, ${outcome}`}${more}`;
}

async function exportFile(session: LineSession, rest: string): Promise<void> {
	if (rest !== '' && rest !== 'timeline') session.print(lineTimelineMessages.exportTakes);
	else {
		// The chosen server can be exported alone.
		const targets = targetsOfSession(session);
		const serverIds = targets.server === undefined ? [] : [targets.server];
		if (rest === '') await runCommand(session, 'export.open', {targets, choice: 'export'});
		else await askForm(session, {form: 'export-timeline', serverIds}, {range: 'timeline'});
	}
}

async function record(session: LineSession, rest: string): Promise<void> {
	const {transcript} = session.services.store.getState();
	if (rest !== 'end') await runCommand(session, 'export.open', {choice: 'record', answers: {name: rest}});
	else if (transcript) await runCommand(session, 'export.open', {choice: 'end'});
	else session.print(lineTimelineMessages.notRecording);
}

async function handover({services, print}: LineSession, rest: string): Promise<void> {
	if (rest !== '' && rest !== 'markdown') {
		print(lineTimelineMessages.handoverTakes);
		return;
	}
	const [{currentHandover}, {handoverText}] = await Promise.all([
		import('../../app/handover/read-handover.ts'),
		import('../../app/handover/handover-text.ts'),
	]);
	const isUtc = services.store.getState().view.time === 'utc';
	const text = handoverText(
		await currentHandover(services),
		rest === 'markdown' ? 'markdown' : 'text',
		isUtc,
	);
	print(services.files.hide(text).split('\n'));
}

/** Commands for the timeline and exports. */
export const timelineCommands: CommandGroup = {
	title: lineGroupTitles.timeline,
	commands: [
		{
			name: 'timeline',
			...lineCommandMessages.timeline(timelineKinds),
			completes: () => timelineKinds,
			replaces: ['app.timeline', 'timeline.filter', 'timeline.kinds'],
			run: timeline,
		},
		{
			name: 'bookmark',
			aliases: ['note'],
			...lineCommandMessages.note,
			replaces: ['timeline.bookmark'],
			run: (session, rest) => runCommand(session, 'timeline.bookmark', {answers: {note: rest}}),
		},
		{
			name: 'copy',
			...lineCommandMessages.copy,
			replaces: ['export.copy'],
			run: session => runCommand(session, 'export.copy', {targets: targetsOfSession(session)}),
		},
		{
			name: 'handover',
			...lineCommandMessages.handover,
			completes: () => ['markdown'],
			replaces: ['handover.open', 'report.copy', 'report.copyMarkdown'],
			run: handover,
		},
		{
			name: 'away',
			...lineCommandMessages.away,
			run: ({services}) => openAway(services),
		},
		{
			name: 'export',
			...lineCommandMessages.export,
			completes: () => ['timeline'],
			replaces: ['export.open'],
			run: exportFile,
		},
		{
			name: 'record',
			...lineCommandMessages.record,
			completes: () => ['end'],
			replaces: ['export.open'],
			run: record,
		},
	],
};
