import {expect, test} from 'vitest';
import {noConfigAccess} from '../../src/app/kernel/state/view-state.ts';
import {startUndoWindow} from '../../src/app/dialogs/undo-window.ts';
import {runProfileWords, switchProfile} from '../../src/app/switch-profile.ts';
import {viewChanged} from '../helpers/builders.ts';
import {openHeadlessApp} from '../helpers/headless-app.ts';

function open() {
	const app = openHeadlessApp();
	const {services} = app;
	const profiles = [
		{name: 'test', label: 'TEST'},
		{name: 'prod', label: 'PROD'},
		{name: 'broken', label: 'broken'},
	];
	services.store.dispatch(viewChanged({profiles}));
	services.config = {
		...noConfigAccess,
		profileProblem: name => (name === 'broken' ? 'It has no URL.' : undefined),
	};
	return {...app, switched: () => services.asked.filter(call => call.startsWith('switch'))};
}

test('opens another profile by name, and the menu without a name', () => {
	const {services, switched} = open();
	expect(runProfileWords(services, '')).toEqual({menu: 'profiles'});
	expect(switched()).toEqual([]);
	runProfileWords(services, ' prod ');
	expect(switched()).toEqual(['switch prod']);
});

test('rejects an unknown, a broken and the open profile with the reason', () => {
	const {services, switched, lastNotice} = open();
	switchProfile(services, 'none');
	expect(lastNotice()).toBe('There is no profile none. Profiles: test, prod, broken.');
	switchProfile(services, 'broken');
	expect(lastNotice()).toBe('Profile broken cannot be opened: It has no URL.');
	switchProfile(services, 'test');
	expect(lastNotice()).toBe('Profile test is already open.');
	expect(switched()).toEqual([]);
});

test('asks first if an action is in its undo window; the same choice again switches without sending it', async () => {
	const {services, switched, lastNotice} = open();
	let sent = 0;
	startUndoWindow(services, 'Restart name-a', async () => void sent++);
	switchProfile(services, 'prod');
	expect(lastNotice()).toContain('Restart name-a: sent in');
	expect(lastNotice()).toContain('Choose profile prod again to switch anyway.');
	expect(switched()).toEqual([]);
	switchProfile(services, 'prod');
	expect(switched()).toEqual(['switch prod']);
	await services.clock.advance(10_000);
	expect(sent).toBe(0);
});
