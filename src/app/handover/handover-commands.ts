import {reportViewMessages} from '../../messages/reports.ts';
import {copyText} from '../export/copy.ts';
import type {Command} from '../kernel/command.ts';
import {reportView, type ReportView} from '../kernel/report-view.ts';
import type {Services} from '../kernel/services.ts';

const inReport = ['report'] as const;
const {commands: texts, copied} = reportViewMessages;

const scroll = (to: (top: number, view: ReportView) => number) => (services: Services) => {
	const {store, keymap} = services;
	const {dialog, view} = store.getState();
	if (dialog?.kind !== 'report') return;
	const shown = reportView(dialog, view.size, keymap);
	const from = Math.min(dialog.top, shown.lastTop);
	const top = Math.max(0, Math.min(shown.lastTop, to(from, shown)));
	store.dispatch({type: 'dialog/reportMoved', top});
};

const copy = (format: 'text' | 'markdown') => (services: Services) => {
	const {dialog} = services.store.getState();
	if (dialog?.kind === 'report' && dialog.copies)
		void copyText(services, copied[format], dialog.copies[format]);
};

/** Opens the handover. Loads its code on demand. */
async function open({store, clock, ...services}: Services): Promise<void> {
	const openedAt = clock.now();
	const dialog = {kind: 'report', openedAt, report: undefined, copies: undefined, top: 0} as const;
	store.dispatch({type: 'dialog/opened', dialog});
	const {readHandover} = await import('./read-handover.ts');
	const reports = await readHandover({store, clock, ...services});
	store.dispatch({type: 'dialog/reportRead', openedAt, ...reports});
}

/** The commands of the handover and of any open report. */
export const handoverCommands: readonly Command[] = [
	{
		id: 'handover.open',
		keys: ['h'],
		scopes: ['everywhere'],
		group: 'go',
		...texts.open,
		run: services => void open(services),
	},
	{id: 'report.copy', keys: ['y'], scopes: inReport, ...texts.copy, run: copy('text')},
	{
		id: 'report.copyMarkdown',
		keys: ['m'],
		scopes: inReport,
		...texts.copyMarkdown,
		run: copy('markdown'),
	},
	{id: 'report.down', keys: ['j', 'down'], scopes: inReport, ...texts.down, run: scroll(top => top + 1)},
	{id: 'report.up', keys: ['k', 'up'], scopes: inReport, ...texts.up, run: scroll(top => top - 1)},
	{
		id: 'report.pageDown',
		keys: ['pagedown', ' '],
		scopes: inReport,
		...texts.pageDown,
		run: scroll((top, {page}) => top + page),
	},
	{
		id: 'report.pageUp',
		keys: ['pageup'],
		scopes: inReport,
		...texts.pageUp,
		run: scroll((top, {page}) => top - page),
	},
	{id: 'report.first', keys: ['g', 'home'], scopes: inReport, ...texts.first, run: scroll(() => 0)},
	{
		id: 'report.last',
		keys: ['G', 'end'],
		scopes: inReport,
		...texts.last,
		run: scroll((_, {lastTop}) => lastTop),
	},
	{
		id: 'report.leave',
		keys: ['esc', 'q', 'h', 'enter'],
		scopes: inReport,
		...texts.leave,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
