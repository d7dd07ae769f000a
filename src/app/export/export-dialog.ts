import type {Services} from '../kernel/services.ts';
import {requiredField} from '../../actions/fields.ts';
import {FieldProblem, type Field} from '../../actions/field.ts';
import {localForm, type FormContext} from '../kernel/form.ts';
import {nameOf} from '../../actions/names.ts';
import type {Span} from './coverage-gaps.ts';
import {consoleExport} from './console-export.ts';
import {fileName, stampedName} from './file-name.ts';
import {formats, utc, type FormatId} from './formats.ts';
import {timelineExport} from './timeline-export.ts';
import {writeExport} from './write-export.ts';
import {exportMessages} from '../../messages/export.ts';

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
									: exportMessages.dialog.rangeFrom(ranges[which], utc(span.from)),
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
