import {screenIds} from '../../../src/messages/screen-words.ts';
import {expect, test} from 'vitest';
import {type Layout, layoutOf, type Rect} from '../../../src/app/kernel/screens/layout.ts';
import {mainPanes, type PaneId} from '../../../src/app/kernel/state/view-state.ts';

const layout = (columns: number, rows: number, pane: PaneId = 'servers', zoomed = false, welcome = false) =>
	layoutOf({size: {columns, rows}, pane, zoomed, welcome});

const areas = ({header, panes, dividers, input, welcome, hints}: Layout): [string, Rect][] => {
	const all: [string, Rect | undefined][] = [
		['h', header],
		['s', panes.servers],
		['c', panes.console],
		['d', panes.details],
		['t', panes.timeline],
		['r', panes.results],
		...screenIds.map((pane): [string, Rect | undefined] => ['l', panes[pane]]),
		...dividers.map((divider): [string, Rect] => ['|', divider]),
		['i', input],
		['w', welcome],
		['?', hints],
	];
	return all.filter((area): area is [string, Rect] => area[1] !== undefined);
};

/** The screen with a letter for each area, sampling every fourth column and row. */
function picture(of: Layout, each = 4): string {
	const cells = Array.from({length: of.size.rows}, () => Array.from({length: of.size.columns}, () => ' '));
	for (const [letter, {x, y, width, height}] of areas(of)) {
		for (let row = y; row < y + height; row++) {
			for (let column = x; column < x + width; column++) {
				const line = cells[row];
				if (line) line[column] = line[column] === ' ' ? letter : '!';
			}
		}
	}
	return cells.map(row => row.filter((_, column) => column % each === 0).join('')).join('\n');
}

test('80x24 is stacked: seven servers above nine rows of console', () => {
	expect(picture(layout(80, 24))).toBe(
		[
			...Array<string>(2).fill('h'.repeat(20)),
			...Array<string>(9).fill('s'.repeat(20)),
			...Array<string>(10).fill('c'.repeat(20)),
			...Array<string>(2).fill('i'.repeat(20)),
			'?'.repeat(20),
		].join('\n'),
	);
});

test('120x40 has servers and details beside the console', () => {
	const rows = picture(layout(120, 40), 31).split('\n');
	expect(rows[0]).toBe('hhhh');
	expect(rows[2]).toBe('sssc');
	expect(rows[23]).toBe('sssc');
	expect(rows[24]).toBe('dddc');
	expect(rows[36]).toBe('dddc');
	expect(rows[38]).toBe('dddi');
	expect(rows[39]).toBe('????');
});

test('a focused list takes the rows that it needs from an empty console', () => {
	const heights = (wantedListRows: number, over: Partial<Parameters<typeof layoutOf>[0]> = {}) => {
		const {panes} = layoutOf({
			size: {columns: 80, rows: 24},
			pane: 'servers',
			zoomed: false,
			wantedListRows,
			...over,
		});
		return [panes.servers?.height, panes.console?.height];
	};
	expect(heights(0)).toEqual([9, 10]);
	expect(heights(100)).toEqual([15, 4]);
	expect(heights(10)).toEqual([12, 7]);
	expect(heights(3)).toEqual([9, 10]);
	expect(heights(100, {input: true})).toEqual([9, 10]);
	expect(heights(100, {pane: 'console'})).toEqual([9, 10]);
	// What is read gets the rows.
	expect(heights(0, {input: true})).toEqual([5, 14]);
	expect(heights(0, {pane: 'console'})).toEqual([5, 14]);
	expect(heights(100, {pane: 'details'})).toEqual([5, undefined]);
	expect(heights(100, {welcome: true})).toEqual([10, 5]);
});

test('a narrow or low screen and a zoomed pane show one pane at a time', () => {
	expect(picture(layout(60, 14), 15).split('\n')).toEqual([
		...Array<string>(2).fill('hhhh'),
		...Array<string>(10).fill('ssss'),
		'iiii',
		'????',
	]);
	expect(Object.keys(layout(60, 20, 'console').panes)).toEqual(['console']);
	expect(Object.keys(layout(200, 17, 'details').panes)).toEqual(['details']);
	expect(Object.keys(layout(120, 40, 'console', true).panes)).toEqual(['console']);
});

test('the details replace the console where there is no space for both', () => {
	expect(Object.keys(layout(80, 24, 'details').panes)).toEqual(['servers', 'details']);
	expect(layout(80, 24, 'details').panes.details?.height).toBeGreaterThanOrEqual(10);
	expect(Object.keys(layout(120, 30, 'details').panes)).toEqual(['servers', 'console', 'details']);
	expect(Object.keys(layout(120, 30).panes)).toEqual(['servers', 'console']);
});

test('from 200 columns the timeline is always to the right of the console', () => {
	const rows = picture(layout(200, 60), 10).split('\n');
	expect(rows[2]).toBe('sssssssssccccccttttt');
	expect(Object.keys(layout(200, 60, 'timeline').panes)).toEqual([
		'servers',
		'console',
		'details',
		'timeline',
	]);
});

test('above 200 columns, the list grows until its columns fit, then the other panes', () => {
	const widths = (columns: number) => {
		const {servers, console, timeline} = layout(columns, 60).panes;
		return [servers, console, timeline].map(area => area?.width);
	};
	expect([200, 220, 232, 300, 400].map(widths)).toEqual([
		[88, 56, 54],
		[108, 56, 54],
		[112, 62, 56],
		[112, 113, 73],
		[112, 206, 80],
	]);
});

test('a focused timeline takes the columns that its rows need from the console', () => {
	const widths = (columns: number) => {
		const {servers, console, timeline} = layout(columns, 60, 'timeline').panes;
		return [servers, console, timeline].map(area => area?.width);
	};
	expect([200, 240, 400].map(widths)).toEqual([
		[88, 40, 70],
		[112, 46, 80],
		[112, 206, 80],
	]);
});

test('on a narrower screen the timeline takes the whole width while it has the focus', () => {
	expect(Object.keys(layout(120, 40, 'timeline').panes)).toEqual(['timeline']);
	expect(Object.keys(layout(120, 40).panes)).toEqual(['servers', 'console', 'details']);
	expect(Object.keys(layout(80, 24, 'timeline').panes)).toEqual(['timeline']);
	expect(Object.keys(layout(60, 20, 'timeline').panes)).toEqual(['timeline']);
});

test('every screen fills the terminal between header and hints, without an RCON input', () => {
	for (const pane of screenIds) {
		const {panes, input, mode} = layout(120, 40, pane, true);
		expect(panes).toEqual({[pane]: {x: 0, y: 2, width: 120, height: 37}});
		expect(input).toBeUndefined();
		expect(mode).toBe('wide');
	}
});

test('below 40x10 there is space for one sentence only', () => {
	expect(layout(39, 40).mode).toBe('tiny');
	expect(layout(40, 9).mode).toBe('tiny');
	expect(layout(40, 10).mode).toBe('single');
});

test('at any size the areas cover the screen exactly without overlapping', () => {
	// All screens have the same layout.
	for (const pane of [...mainPanes, screenIds[0]]) {
		for (let columns = 40; columns <= 320; columns += columns < 190 ? 7 : 13) {
			for (let rows = 10; rows <= 70; rows += 3) {
				for (const welcome of [false, true]) {
					const shown = layout(columns, rows, pane, false, welcome);
					expect(picture(shown, 1)).not.toMatch(/[ !]/);
					for (const [, area] of areas(shown)) expect(area.height).toBeGreaterThan(0);
				}
			}
		}
	}
});

test('the welcome takes its rows from the console, and none from the list', () => {
	for (const [columns, rows] of [
		[80, 24],
		[120, 40],
		[200, 60],
	] as const) {
		for (const pane of ['servers', 'console', 'details', 'timeline'] as const) {
			const [without, shown] = [layout(columns, rows, pane), layout(columns, rows, pane, false, true)];
			expect(shown.panes.servers).toEqual(without.panes.servers);
			expect(shown.input).toEqual(without.input);
			const isBelowList = pane === 'details' && shown.mode === 'stacked';
			expect(shown.welcome?.height).toBe(isBelowList || shown.mode === 'single' ? undefined : 4);
		}
	}
	expect(layout(80, 24, 'servers', true, true).welcome).toBeUndefined();
	expect(layout(60, 20, 'servers', false, true).welcome).toBeUndefined();
	expect(layout(80, 18, 'servers', false, true).welcome).toBeUndefined();
	expect(layout(120, 40, 'nodes', false, true).welcome).toBeUndefined();
});

test('a short list beside the console leaves free rows to the details, and a long one takes theirs until they have the focus', () => {
	const rowsOf = (allListRows: number, pane: PaneId = 'servers') => {
		const {panes} = layoutOf({size: {columns: 120, rows: 40}, pane, zoomed: false, allListRows});
		return [panes.servers?.height, panes.details?.height];
	};
	expect(rowsOf(0)).toEqual([22, 15]);
	expect(rowsOf(10)).toEqual([13, 24]);
	expect(rowsOf(3)).toEqual([7, 30]);
	expect(rowsOf(25)).toEqual([27, 10]);
	expect(rowsOf(200)).toEqual([37, undefined]);
	expect(rowsOf(200, 'console')).toEqual([37, undefined]);
	expect(rowsOf(200, 'details')).toEqual([22, 15]);
});
