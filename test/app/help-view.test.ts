import {beforeEach, expect, test} from 'vitest';
import {helpView} from '../../src/app/help-view.ts';
import {helpRows} from '../../src/app/help-rows.ts';
import {after} from '../helpers/builders.ts';
import {openDesk, type Desk} from '../helpers/desk.ts';

let desk: Desk;
beforeEach(() => {
	desk = openDesk();
	desk.press('?');
});
const view = () => helpView(desk.state(), desk.services);

test('the help scrolls to its end and no further, so that the way back begins at once', () => {
	for (let times = 0; times < 50; times++) desk.press('pagedown');
	expect(view()).toMatchObject({below: 0});
	const {top} = view();
	desk.press('k');
	expect(view()).toMatchObject({top: top - 1, below: 1});
	desk.press('g');
	expect(view().top).toBe(0);
	desk.press('k');
	expect(view().top).toBe(0);
	desk.press('G');
	expect(view().top).toBe(top);
});

test('what cannot work now has its reason beside it', () => {
	const all = [];
	for (let times = 0; times < 50; times++, desk.press('pagedown')) all.push(...view().lines);
	expect(
		all
			.filter(({kind}) => kind === 'blocked')
			.map(({text}) => text)
			.join(' '),
	).toContain('Now: name-a is ONLINE already.');
});

test('the help begins with what works where the keys go now', () => {
	const first = (pane: 'servers' | 'team') => {
		const state = after({type: 'view/changed', change: {pane}});
		const rows = helpRows(state, desk.services);
		return rows.flatMap(row => (row.kind === 'heading' ? [row.text] : [])).slice(0, 2);
	};
	expect(first('servers')[0]).toBe('Servers');
	expect(first('team')).toEqual(['Nodes, automations, runs and team', 'Team']);
});
