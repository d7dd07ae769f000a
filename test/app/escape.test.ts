import {expect, test} from 'vitest';
import {commands} from '../../src/app/features.ts';
import {chainOf, type ListPlace, type Place, withExport} from '../../src/app/kernel/keys/scope.ts';
import {listIds} from '../../src/app/kernel/screens/screens-state.ts';
import type {CommandId} from '../../src/messages/key-words.ts';
import {usualKeymap} from '../helpers/keymap.ts';

const listEscapes = Object.fromEntries(
	listIds.flatMap(list => [list, `${list}Details`]).map(place => [place, 'app.back']),
) as Record<ListPlace, CommandId>; // all places of lists

/**
 * The command of Esc by view. Nothing else determines it: to change Esc in a view, change the command here.
 */
const escapes: Readonly<Record<Place, CommandId>> = {
	help: 'help.leave',
	jobs: 'jobs.leave',
	report: 'report.leave',
	menu: 'menu.leave',
	paste: 'paste.leave',
	palette: 'palette.leave',
	form: 'dialog.leave',
	formField: 'dialog.leave',
	formPresets: 'dialog.leave',
	formConfirm: 'dialog.leave',
	serverFilter: 'filter.clear',
	timelineFilter: 'timelineFilter.clear',
	listFilter: 'filter.clear',
	historySearch: 'search.leave',
	consoleSearch: 'console.leaveSearch',
	input: 'input.leave',
	resultsInput: 'input.leave',
	servers: 'app.back',
	console: 'app.back',
	consoleFound: 'console.leaveSearch',
	results: 'results.back',
	resultsSearch: 'results.leaveSearch',
	resultsFound: 'results.leaveSearch',
	details: 'app.back',
	timeline: 'app.back',
	...listEscapes,
};

test('Esc is one command wherever the focus can be', () => {
	const found = Object.entries(chainOf).map(([place, chain]) => [place, usualKeymap.find(chain, 'esc')?.id]);
	expect(Object.fromEntries(found)).toEqual(escapes);
	expect(usualKeymap.find(withExport(chainOf.servers), 'esc')?.id).toBe('export.stop');
});

test('no two commands have Esc in one scope', () => {
	const scopes = commands.filter(({keys}) => keys.includes('esc')).flatMap(({scopes}) => scopes);
	expect(scopes).toEqual([...new Set(scopes)]);
});
