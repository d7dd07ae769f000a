import {expect, test} from 'vitest';
import {openHeadlessApp} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';
import {appMessages} from '../../src/messages/screens.ts';

test('Ctrl-Z suspends, or says that the system cannot', () => {
	const suspended = [{}, {cannotSuspend: true} as const].map(settings => {
		const {services, press, lastNotice} = openHeadlessApp(undefined, undefined, {settings});
		let times = 0;
		services.frontEnd.suspend = () => void times++;
		press('ctrl+z');
		return {times, notice: services.store.getState().notices.length > 0 && lastNotice()};
	});
	expect(suspended).toEqual([
		{times: 1, notice: false},
		{times: 0, notice: appMessages.cannotSuspend},
	]);
});

test('line mode says that the system cannot suspend it', async () => {
	const app = openTestLineMode({
		columns: 120,
		app: [undefined, undefined, {settings: {cannotSuspend: true}}],
	});
	await app.send('\x1A');
	expect(app.rows()).toContain(appMessages.cannotSuspend);
});
