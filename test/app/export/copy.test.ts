import {expect, test} from 'vitest';
import {copyText, maxCopiedBytes} from '../../../src/app/export/export-menus.ts';
import {type Files, noFiles} from '../../../src/app/kernel/state/services.ts';
import type {Settings} from '../../../src/app/kernel/state/settings.ts';
import {fakeServices} from '../../helpers/fake-services.ts';

async function copied(text: string, files: Partial<Files> = {}, settings: Partial<Settings> = {}) {
	const kept: string[] = [];
	const keepCopy: Files['keepCopy'] = async given => (kept.push(given), {path: '/state/copied.txt'});
	const services = fakeServices({files: {...noFiles, keepCopy, ...files}, settings});
	await copyText(services, 'answer', text);
	const {notices} = services.store.getState();
	return {asked: services.asked, kept, notice: notices.at(-1)};
}

test('a copy goes to the terminal and into a file, and its notice names the file', async () => {
	expect(await copied('status')).toMatchObject({
		asked: ['copy status'],
		kept: ['status'],
		notice: {tone: 'done', text: 'Copied answer (OSC 52); also in /state/copied.txt'},
	});
});

test('a copy that is too long for a terminal goes only into the file, and the notice says so', async () => {
	const fits = 'é'.repeat(maxCopiedBytes / 2);
	expect((await copied(fits)).asked).toHaveLength(1);
	const {asked, kept, notice} = await copied(`${fits}x`);
	expect(asked).toEqual([]);
	expect(kept).toEqual([`${fits}x`]);
	expect(notice).toMatchObject({
		tone: 'warning',
		text: "Too long for the terminal's clipboard (75 kB, limit 74 kB); it is in /state/copied.txt",
	});
});

test('without a clipboard in the settings there is only the file', async () => {
	const {asked, notice} = await copied('status', {}, {clipboard: 'off'});
	expect(asked).toEqual([]);
	expect(notice?.text).toBe('Copied answer; it is in /state/copied.txt');
});

test('a file that cannot be written does not prevent the copy to the terminal', async () => {
	const {asked, notice} = await copied('status', {keepCopy: async () => ({problem: 'The disk is full.'})});
	expect(asked).toEqual(['copy status']);
	expect(notice).toMatchObject({
		tone: 'warning',
		text: 'Copied answer (OSC 52); not in a file: The disk is full.',
	});
});

test('copies no secrets', async () => {
	const {asked, kept} = await copied('rcon_password "hunter2"');
	expect(asked).toEqual(['copy rcon_password ***']);
	expect(kept).toEqual(['rcon_password ***']);
});
