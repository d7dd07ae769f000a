import {expect, test} from 'vitest';
import {reportView} from '../../../src/app/kernel/dialogs/report-view.ts';
import {usualKeymap} from '../../helpers/keymap.ts';

test('scrolling a report wraps its rows only once, however long it is', () => {
	const rows = Array.from({length: 100}, (_, at) => ({
		label: 'CHANGED',
		text: `server ${at}`,
		below: [],
		tone: 'offline' as const,
	}));
	const report = {name: 'AWAY', title: 'While you were away', rows, footer: undefined};
	const viewFrom = (top: number) =>
		reportView(
			{kind: 'report', openedAt: 0, report, copies: undefined, top},
			{columns: 80, rows: 24},
			usualKeymap,
		);
	expect(viewFrom(1).rows[0]).toBe(viewFrom(0).rows[1]);
});
