import {kindsInOrder, timelineTest} from '../../app/timeline/timeline-filter.ts';
import {timelineRows, type TimelineRow} from '../../app/timeline/timeline-rows.ts';
import {fieldOf} from '../../app/kernel/text-field.ts';
import {clockText, formatDuration} from '../../lib/ago.ts';
import {plural} from '../../lib/plural.ts';
import type {CommandGroup} from './command.ts';
import type {LineSession} from '../session.ts';
import {targetsOfSession} from '../named-servers.ts';
import {runCommand} from '../run-command.ts';
import {askForm} from '../action-questions.ts';

const usualEntries = 20;

/** The last entries of the timeline, of one kind or with what a filter lets pass; an export takes the same. */
function timeline({services, print}: LineSession, rest: string): void {
	const {store, clock} = services;
	const words = rest.split(/\s+/).filter(Boolean);
	const kinds = kindsInOrder.find(kind => kind === words[0]?.toLowerCase());
	if (kinds) words.shift();
	const most = /^\d+$/.test(words[0] ?? '') ? Number(words.shift()) : usualEntries;
	const text = words.join(' ');
	const change = {kinds: kinds ?? 'all', filter: {field: fieldOf(text), editing: false}, cursor: undefined};
	const {problem} = timelineTest({kinds: change.kinds, text}, store.getState());
	if (problem !== undefined) {
		print(`PROBLEM ${problem}`);
		return;
	}
	store.dispatch({type: 'timeline/changed', change});
	const state = store.getState();
	const rows = timelineRows(state);
	const now = clock.now();
	const shown = rows.slice(-most);
	const part = shown.length < rows.length ? `, the newest ${shown.length} are told` : '';
	print(
		shown.map(row => rowLine(row, now, state.view.time === 'utc')),
		`${plural(rows.length, 'entry', 'entries')}${part}.`,
	);
}

const dayMs = 86_400_000;

/** `03:12:04 state, ark-isl-1: OFFLINE`; what is older than a day says how old it is. */
function rowLine(
	{at, kind, by, server, text, outcome, isPast}: TimelineRow,
	now: number,
	utc: boolean,
): string {
	const when = now - at < dayMs / 2 ? clockText(at, utc) : `${formatDuration(now - at, 'spoken')} ago,`;
	const who = by === 'other' ? 'other' : by === 'me' ? 'you' : kind;
	const about = [isPast ? 'earlier' : undefined, who, server].filter(Boolean).join(', ');
	return `${when} ${about}: ${outcome === undefined ? text : `${text}, ${outcome}`}`;
}

async function exportFile(session: LineSession, rest: string): Promise<void> {
	if (rest !== '' && rest !== 'timeline') session.print('PROBLEM :export takes nothing, or timeline.');
	else {
		// What is chosen may be exported by itself.
		const targets = targetsOfSession(session);
		const serverIds = targets.server === undefined ? [] : [targets.server];
		if (rest === '') await runCommand(session, 'take.export', {targets, choice: 'export'});
		else await askForm(session, {form: 'export-timeline', serverIds}, {range: 'timeline'});
	}
}

async function record(session: LineSession, rest: string): Promise<void> {
	const {transcript} = session.services.store.getState();
	if (rest !== 'end') await runCommand(session, 'take.export', {choice: 'record', answers: {name: rest}});
	else if (transcript) await runCommand(session, 'take.export', {choice: 'end'});
	else session.print('No transcript is being recorded.');
}

/** What happened, and what of it is written down. */
export const timelineCommands: CommandGroup = {
	title: 'What happened, and files',
	commands: [
		{
			name: 'timeline',
			takes: `[${kindsInOrder.join(', ')}] [COUNT] [FILTER]`,
			help: 'Tells what happened last on all servers, in its order; the filter is that of the deck, such as server:ark or kind:state.',
			completes: () => kindsInOrder,
			does: ['app.timeline', 'timeline.filter', 'timeline.kinds'],
			run: timeline,
		},
		{
			name: 'note',
			takes: '[TEXT]',
			help: 'Marks this moment with a note, in every console, the timeline and the journal.',
			does: ['view.mark'],
			run: (session, rest) => runCommand(session, 'view.mark', {answers: {note: rest}}),
		},
		{
			name: 'copy',
			takes: '',
			help: 'Copies an answer, a command, or the name, address or id of a server, and writes it into a file; a terminal that only prints lines has no clipboard, and then it is in the file alone.',
			does: ['take.copy'],
			run: session => runCommand(session, 'take.copy', {targets: targetsOfSession(session)}),
		},
		{
			name: 'export',
			takes: '[timeline]',
			help: 'Writes what consoles have, or the timeline as it was told last, into a file.',
			completes: () => ['timeline'],
			does: ['take.export'],
			run: exportFile,
		},
		{
			name: 'record',
			takes: '[NAME or end]',
			help: 'Writes all that happens from now on into a file, until :record end.',
			completes: () => ['end'],
			does: ['take.export'],
			run: record,
		},
	],
};
