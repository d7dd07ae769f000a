import {timeLeft} from '../../lib/time/time-left.ts';
import {pause} from '../../lib/time/clock.ts';
import {plural} from '../../lib/text/plural.ts';
import type {Message} from '../../messages/text.ts';
import {notify} from '../kernel/state/notify.ts';
import type {Services} from '../kernel/state/services.ts';
import type {Export, Part, Span} from './export-parts.ts';
import {exportMessages} from '../../messages/export.ts';
import {requiredField, textField} from '../../actions/fields.ts';
import {type Field, FieldProblem} from '../../actions/field.ts';
import {type FormContext, localForm} from '../kernel/dialogs/form.ts';
import {nameOf} from '../../actions/names.ts';
import {consoleExport} from './console-export.ts';
import {beginTranscript, fileName, stampedName, transcriptFile} from './transcript.ts';
import {fileTime, type FormatId, formats, isUtcIn} from './formats.ts';
import {timelineExport} from './timeline-export.ts';

/** Characters processed before keys and frames are let through: a few milliseconds of work. */
const slice = 100_000;

const isWriting = exportMessages.isWriting;

type Progress = {lines: number; entries: number};

/**
Writes an export to a file, slice by slice. The file appears once it is complete, or not at all. Returns the
reason as a sentence if it cannot be written.
*/
async function writeExport(
	services: Services,
	name: string,
	{lines, parts}: Export,
): Promise<Message | undefined> {
	const {store, clock, files, newId, ended} = services;
	if (store.getState().exporting) return isWriting;
	const id = newId();
	const progress: Progress = {lines: 0, entries: 0};
	const startedAt = clock.monotonic();
	let isShown = false;
	const isWanted = () => !ended.aborted && (!isShown || store.getState().exporting?.id === id);
	async function* slices(): AsyncGenerator<string, void> {
		const rest = parts[Symbol.iterator]();
		for (let next = nextSlice(rest, progress); ; next = nextSlice(rest, progress)) {
			if (next.text !== '') yield next.text;
			if (next.isLast || !isWanted()) return;
			isShown = true;
			const done = progress.lines / Math.max(1, lines);
			const leftMs = timeLeft(done, clock.monotonic() - startedAt);
			store.dispatch({type: 'exporting/moved', id, name, done, leftMs});
			await pause(clock, 1, ended).catch(() => {});
			if (!isWanted()) return;
		}
	}
	const saved = await files.save(name, slices(), isWanted);
	if (isShown && isWanted()) store.dispatch({type: 'exporting/ended'});
	if (!saved) notify(services, 'info', exportMessages.stopped);
	else if ('problem' in saved) return saved.problem;
	else notify(services, 'done', exportMessages.written(entriesText(progress.entries), saved.path));
	return undefined;
}

const entriesText = (count: number) => plural(count, 'entry', 'entries');

function nextSlice(rest: Iterator<Part>, progress: Progress): {text: string; isLast: boolean} {
	let text = '';
	for (let left = slice; left > 0;) {
		const {done, value} = rest.next();
		if (done === true) return {text, isLast: true};
		text += value.text;
		left -= value.cost;
		progress.lines += value.lines;
		progress.entries += value.entries;
	}
	return {text, isLast: false};
}

const hourMs = 3_600_000;

const ranges = {
	timeline: exportMessages.ranges.timeline,
	all: exportMessages.ranges.all,
	hour: exportMessages.ranges.hour,
	unread: exportMessages.ranges.unread,
	everyHour: exportMessages.ranges.everyHour,
	everything: exportMessages.ranges.everything,
} as const;
type RangeId = keyof typeof ranges;

const rangeOf = (hasTimeline: boolean): Field<RangeId, FormContext> => ({
	kind: 'choice',
	label: 'Range',
	hint: exportMessages.dialog.rangeHint,
	choices: ({servers}) =>
		Object.entries(ranges)
			.filter(([id]) => id !== 'timeline' || hasTimeline)
			.filter(([id]) => servers.length > 0 || id.startsWith('every') || id === 'timeline')
			.map(([value, label]) => ({value, label})),
	read: text => {
		if (isRange(text)) return text;
		throw new FieldProblem(exportMessages.dialog.rangeMissing);
	},
});

const isRange = (text: string): text is RangeId => Object.hasOwn(ranges, text);

const format: Field<FormatId> = {
	kind: 'choice',
	label: 'Format',
	hint: exportMessages.dialog.formatHint,
	choices: [
		{value: 'text', label: 'text'},
		{value: 'markdown', label: 'Markdown'},
		{value: 'json', label: exportMessages.dialog.jsonLines},
	],
	read: text => (text === 'markdown' || text === 'json' ? text : 'text'),
};

/** Returns the whole path of the file that would be written, before it is. */
function targetText(
	files: FormContext['files'],
	typed: string,
	nameOf: (trimmed: string) => string,
): Message | undefined {
	const trimmed = typed.trim();
	if (trimmed === '') return undefined;
	const {path, isNumbered} = files.target(nameOf(trimmed));
	return exportMessages.dialog.target(path, isNumbered);
}

const formOf = (id: 'export' | 'export-timeline') =>
	localForm({
		id,
		verb: 'Export',
		title: () => 'Export',
		fields: {
			range: rangeOf(id === 'export-timeline'),
			format,
			name: {
				...requiredField('File', exportMessages.dialog.fileHint, exportMessages.dialog.fileMissing),
				initial: ({server, servers, now}: FormContext) =>
					stampedName(
						id === 'export-timeline' ? 'timeline' : servers.length > 0 ? nameOf(server) : 'consoles',
						now,
					),
				preview: ({name = '', format: as = ''}, {files}) =>
					targetText(files, name, trimmed => fileName(trimmed, formats[format.read(as)].extension)),
			},
		},
		run: async ({range: which, format: as, name}, {server}, services) => {
			const {store, clock, files, settings} = services;
			const now = clock.now();
			const isAll = which.startsWith('every');
			const serverIds = isAll ? store.getState().fleet.order : [server.id];
			const span = await spanOf(which, server.id, services);
			const content =
				which === 'timeline'
					? timelineExport(store.getState(), settings, {format: as, now, hide: files.hide})
					: consoleExport(store.getState(), settings, {
							serverIds,
							span,
							range:
								span.from === undefined
									? ranges[which]
									: exportMessages.dialog.rangeFrom(
											ranges[which],
											fileTime(span.from, isUtcIn(store.getState(), as)),
										),
							format: as,
							now,
							hide: files.hide,
						});
			const problem = await writeExport(services, fileName(name, formats[as].extension), content);
			if (problem !== undefined) throw new FieldProblem(problem);
		},
	});

/** Writes consoles to a file; sends nothing. */
export const exportForm = formOf('export');
/** The same dialog for the timeline, which can also be written as filtered. */
export const exportTimelineForm = formOf('export-timeline');

async function spanOf(which: RangeId, serverId: string, {clock, journal, store}: Services): Promise<Span> {
	switch (which) {
		case 'hour':
		case 'everyHour':
			return {from: clock.now() - hourMs};
		case 'unread': {
			const after = store.getState().reading.unread.get(serverId) ?? (await journal.readUpTo(serverId));
			return {from: after === undefined ? undefined : after + 1};
		}
		case 'all':
		case 'timeline':
		case 'everything':
			return {};
	}
}

const usualName = 'incident';

/** Records all events in a file until `e` ends it. */
export const transcriptForm = localForm({
	id: 'transcript',
	verb: 'Record',
	title: () => exportMessages.transcript.dialogTitle,
	fields: {
		name: {
			...textField('Name', exportMessages.transcript.nameHint, usualName),
			preview: ({name = ''}, {files, now}: FormContext) =>
				targetText(files, name || usualName, trimmed => transcriptFile(trimmed, now)),
		},
	},
	run: async ({name}, _, services) => {
		const problem = await beginTranscript(services, name ?? usualName);
		if (problem !== undefined) throw new FieldProblem(problem);
	},
});
