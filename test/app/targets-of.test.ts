import {expect, test} from 'vitest';
import {targetsOf} from '../../src/app/targets-of.ts';
import type {PaneId} from '../../src/app/kernel/state/view-state.ts';
import {openHeadlessApp, server} from '../helpers/headless-app.ts';

const app = openHeadlessApp([server('a'), server('b'), server('c')], 'a');
const {store} = app.services;
const inPane = (pane: PaneId, selection: readonly string[] = []) => {
	store.dispatch({type: 'view/changed', change: {pane, selection: new Set(selection)}});
	return targetsOf(store.getState(), app.services.screens);
};

test.each(['servers', 'results', 'timeline'] as const)(
	'in the pane %s a key acts on the selected servers',
	pane => {
		expect(inPane(pane, ['c', 'b'])).toMatchObject({servers: ['b', 'c'], server: 'a'});
		expect(inPane(pane)).toMatchObject({servers: ['a'], server: 'a'});
	},
);

test.each(['console', 'details'] as const)('in the pane %s it acts on the current server', pane => {
	expect(inPane(pane, ['b', 'c'])).toMatchObject({servers: ['a'], server: 'a'});
});

test('a server that has left the list is not a target, even if selected', () => {
	store.dispatch({type: 'view/changed', change: {pane: 'console', currentId: 'gone', selection: new Set()}});
	expect(targetsOf(store.getState(), app.services.screens)).toMatchObject({servers: [], server: undefined});
	expect(inPane('servers', ['gone'])).toMatchObject({servers: []});
});
