import {expect, test} from 'vitest';
import {Team} from '../../../src/contract/models/team.ts';
import type {FileRead} from '../../../src/lib/files/read-file.ts';
import {openHeadlessApp, type HeadlessApp} from '../../helpers/headless-app.ts';

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const png = Uint8Array.of(...pngHead, 0, 0, 0, 64, 0, 0, 0, 32);

const files: Record<string, FileRead> = {
	'icon.png': {bytes: png, fileName: 'icon.png', path: '/home/me/icon.png'},
	'notes.png': {bytes: Uint8Array.of(1, 2, 3), fileName: 'notes.png', path: '/home/me/notes.png'},
};

async function asked(path: string): Promise<HeadlessApp> {
	const app = openHeadlessApp(undefined, 'a', {named: name => files[name]});
	app.services.store.dispatch({type: 'access/granted', team: Team.parse({id: 'team-1'}), at: 0});
	app.press('7');
	await app.openDialog('U');
	app.type(path);
	app.press('enter');
	await app.settle();
	return app;
}

test('reads an image before the review, which describes it, and sends those exact bytes', async () => {
	const app = await asked('icon.png');
	const rows = app.view()?.review?.rows.flatMap(({lines}) => lines) ?? [];
	expect(rows).toContain('image/png, 64x32, 24 B is sent unchanged.');
	expect(rows).toContain('POST /team/team-1/icon');
	expect(app.sent).toEqual([]);
	app.press('tab', 'enter');
	await app.settle();
	const input = {
		teamId: 'team-1',
		file: png,
		fileName: 'icon.png',
		contentType: 'image/png',
	};
	expect(app.sent).toEqual([{method: 'icon', input}]);
});

test.each([
	['notes.png', 'It is not a PNG, JPEG, GIF or WebP file, despite its name.'],
	['nothing.png', 'There is no file nothing.png.'],
])('%s stays in the form with the reason', async (path, problem) => {
	const app = await asked(path);
	expect(app.view()).toMatchObject({step: 'edit', fields: [{problem}]});
	expect(app.sent).toEqual([]);
});

test('Ctrl-R completes a path as far as it is unambiguous, and lists the candidates otherwise', async () => {
	const paths = ['pictures/', 'pictures/icon-a.png', 'pictures/icon-b.png'];
	const app = openHeadlessApp(undefined, 'a', {paths});
	app.services.store.dispatch({type: 'access/granted', team: Team.parse({id: 'team-1'}), at: 0});
	app.press('7');
	await app.openDialog('U');
	app.type('pictures/i');
	app.press('ctrl+r');
	await app.settle();
	expect(app.view()?.fields[0]?.value.text).toBe('pictures/icon-');
	expect(app.lastNotice()).toBe('icon-a.png  icon-b.png');
	app.type('b');
	app.press('ctrl+r');
	await app.settle();
	expect(app.view()?.fields[0]?.value.text).toBe('pictures/icon-b.png');
});
