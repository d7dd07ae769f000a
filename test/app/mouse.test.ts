import {expect, test} from 'vitest';
import {handleMouse} from '../../src/app/mouse.ts';
import {fakeServices} from '../helpers/fake-services.ts';
import {startAt} from '../helpers/builders.ts';

test('the wheel scrolls a report', () => {
	const services = fakeServices({});
	const {store} = services;
	const rows = Array.from({length: 100}, (_, at) => ({
		label: 'changed',
		text: `server ${at}`,
		below: [],
		tone: 'offline' as const,
	}));
	const report = {name: 'AWAY', title: 'While you were away', rows, footer: undefined};
	store.dispatch({
		type: 'dialog/opened',
		dialog: {kind: 'report', openedAt: startAt, report, copies: undefined, top: 0},
	});
	const top = () => {
		const {dialog} = store.getState();
		return dialog?.kind === 'report' ? dialog.top : undefined;
	};
	const wheel = (kind: 'wheelUp' | 'wheelDown') =>
		handleMouse(services, {servers: [], list: []}, {kind, x: 5, y: 5});
	wheel('wheelDown');
	wheel('wheelDown');
	expect(top()).toBe(2);
	wheel('wheelUp');
	expect(top()).toBe(1);
});
