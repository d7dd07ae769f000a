import {expect, test} from 'vitest';
import {openFormDialog} from '../../src/app/dialogs/open-dialog.ts';
import {registry} from '../../src/app/features.ts';
import {type Dialog, menuIds} from '../../src/app/kernel/dialogs/dialog-state.ts';
import {openMenu} from '../../src/app/kernel/dialogs/open-menu.ts';
import {paneIds} from '../../src/app/kernel/state/view-state.ts';
import {harmIn, nastyFleet, nastyService, nastyText, seeded} from '../helpers/nasty-wire.ts';
import {openApp} from '../helpers/open-app.ts';
import {withAutomations} from '../helpers/automations.ts';

/** Set NASTY_SEED to try another seed or to reproduce a failure. */
const {NASTY_SEED = '1'} = process.env;

test('every pane, dialog and menu shows hostile texts without acting on the terminal', async () => {
	const random = seeded(Number(NASTY_SEED));
	const screen = await openApp({
		columns: 110,
		rows: 36,
		seed: {fleet: nastyFleet(withAutomations, random)},
		between: nastyService(random, 0),
	});
	const {program} = screen;
	const tried = new Set<string>();
	let seen = 0;
	const isClean = (what: string) => {
		const bytes = screen.terminal.bytes();
		// Includes a sequence that was incomplete at the previous check.
		const harm = harmIn(bytes.slice(Math.max(0, seen - 200)).replace(/^[\udc00-\udfff]/, ''));
		seen = bytes.length;
		expect(harm, `seed ${NASTY_SEED}, ${what}`).toBeUndefined();
	};
	const shows = async (what: string) => {
		await screen.waits(300);
		const {dialog} = program.store.getState();
		if (dialog) tried.add(dialog.kind);
		isClean(what);
	};
	const close = async () => {
		for (let times = 0; times < 4 && program.store.getState().dialog; times++)
			await screen.press('esc').waits(200);
		program.store.dispatch({type: 'dialog/closed'});
	};
	await screen.comes('feed LIVE');
	isClean('opening');
	for (const pane of paneIds) {
		program.store.dispatch({type: 'view/changed', change: {pane}});
		await screen.waits(1500).press('j', 'enter').waits(400);
		isClean(pane);
		await screen.press('esc').waits(200);
		program.store.dispatch({type: 'view/changed', change: {pane: 'servers', input: false}});
	}
	const row = {list: 'automations' as const, id: 'auto-check'};
	for (const menu of menuIds) {
		openMenu(program, menu, {
			servers: ['alpha', 'bravo'],
			server: 'alpha',
			row,
			work: undefined,
			run: undefined,
		});
		await shows(`menu ${menu}`);
		tried.add(menu);
		await screen.press('down').waits(100);
		isClean(`menu ${menu}`);
		await close();
	}
	for (const form of registry.dialogs.keys()) {
		for (const serverIds of [['alpha'], ['alpha', 'bravo']]) {
			const subject = {id: 'auto-check', name: nastyText(random)};
			openFormDialog(program, {form, serverIds, subject});
			await shows(`dialog ${form}`);
			// On to the review, or to the first field with a problem.
			await screen.press('enter').waits(400);
			isClean(`review of ${form}`);
			await close();
		}
	}
	for (const [kind, key] of [
		['palette', ':'],
		['help', '?'],
		['report', 'h'],
		['jobs', 'o'],
	] as const) {
		// On a busy machine, a form that waited for the service may still open.
		for (let times = 0; times < 5 && !tried.has(kind); times++) {
			await close();
			await screen.press('esc', '1', key);
			await shows(kind);
		}
	}
	await close();
	await screen.press('2', 'i').paste(`${nastyText(random)}\nstatus\n${nastyText(random)}`);
	await shows('a paste of several lines');
	// A new kind of dialog fails to compile here until it has a way in.
	const kinds: Record<Dialog['kind'], true> = {
		palette: true,
		jobs: true,
		form: true,
		help: true,
		paste: true,
		menu: true,
		report: true,
	};
	expect([...tried].toSorted()).toEqual([...Object.keys(kinds), ...menuIds].toSorted());
});
