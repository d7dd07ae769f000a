import {reportViewMessages} from '../../messages/handover.ts';
import {copyText} from '../export/export-menus.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import {moveCommands, scrollRuns, type ScrollTarget} from '../kernel/screens/move-commands.ts';
import {reportView} from '../kernel/dialogs/report-view.ts';
import type {Services} from '../kernel/state/services.ts';

const inReport = ['report'] as const;
const {copied} = reportViewMessages;

const scroll = (to: ScrollTarget) => (services: Services) => {
	const {store, keymap} = services;
	const {dialog, view} = store.getState();
	if (dialog?.kind !== 'report') return;
	const shown = reportView(dialog, view.size, keymap);
	const from = Math.min(dialog.top, shown.lastTop);
	const top = Math.max(0, Math.min(shown.lastTop, to(from, shown.lastTop, shown.page)));
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

/** Shows again what happened before this session. */
export async function openAway(services: Services): Promise<void> {
	const {showAway} = await import('./away.ts');
	showAway(services);
}

/** The commands of the handover and of any open report. */
export const handoverCommands: readonly KeyCommand[] = [
	{
		id: 'handover.open',
		keys: ['h'],
		scopes: ['everywhere'],
		group: 'go',
		run: services => void open(services),
	},
	{id: 'report.copy', keys: ['y'], scopes: inReport, run: copy('text')},
	{
		id: 'report.copyMarkdown',
		keys: ['m'],
		scopes: inReport,
		run: copy('markdown'),
	},
	...moveCommands({id: 'report', scope: 'report'}, scrollRuns(scroll)),
	{
		id: 'report.leave',
		keys: ['esc', 'q', 'h', 'enter'],
		scopes: inReport,
		run: ({store}) => store.dispatch({type: 'dialog/closed'}),
	},
];
