import {expect, test} from 'vitest';
import {focusOf, scopesOf} from '../../src/app/focus.ts';
import {caretOf} from '../../src/tui/caret.ts';
import {openHeadlessApp, server} from '../helpers/headless-app.ts';

test.each([
	['servers', []],
	['serverFilter', ['/']],
	['input', ['i']],
	['historySearch', ['i', 'ctrl+r']],
	['palette', [':']],
	['formField', ['m']],
	['menu', ['s']],
	['help', ['?']],
	['jobs', ['o']],
	['console', ['2']],
	['consoleSearch', ['2', '/']],
	['consoleFound', ['2', '/', 'x', 'enter']],
] as const)('the router, the fields and the cursor agree that %s has the focus', async (place, keys) => {
	const app = openHeadlessApp([server('a'), server('b')], 'a');
	const {store, clock} = app.services;
	store.dispatch({type: 'view/changed', change: {size: {columns: 120, rows: 40}}});
	app.press(...keys);
	await app.settle();
	const state = store.getState();
	const focus = focusOf(state);
	expect(focus.place).toBe(place);
	expect(scopesOf(state).includes('field')).toBe(focus.field !== undefined);
	expect(caretOf(state, app.services, clock.now()) !== undefined).toBe(focus.field !== undefined);
});
