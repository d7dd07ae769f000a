import {expect, test} from 'vitest';
import {Team} from '../../../src/contract/models/team.ts';
import type {FileRead} from '../../../src/lib/read-file.ts';
import {openDesk, type Desk} from '../../helpers/desk.ts';

const pngHead = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
const png = Uint8Array.of(...pngHead, 0, 0, 0, 64, 0, 0, 0, 32);

const files: Record<string, FileRead> = {
	'icon.png': {bytes: png, fileName: 'icon.png', path: '/home/me/icon.png'},
	'notes.png': {bytes: Uint8Array.of(1, 2, 3), fileName: 'notes.png', path: '/home/me/notes.png'},
};

async function asked(path: string): Promise<Desk> {
	const desk = openDesk(undefined, 'a', {named: name => files[name]});
	desk.services.store.dispatch({type: 'access/granted', team: Team.parse({id: 'team-1'}), at: 0});
	desk.press('7');
	await desk.openDialog('U');
	desk.type(path);
	desk.press('enter');
	await desk.settle();
	return desk;
}

test('a picture is read before the review, which says what it is; those very bytes are sent', async () => {
	const desk = await asked('icon.png');
	const rows = desk.view()?.review?.rows.flatMap(({lines}) => lines) ?? [];
	expect(rows).toContain('image/png, 64x32, 24 B is sent unchanged.');
	expect(rows).toContain('POST /team/team-1/icon');
	expect(desk.sent).toEqual([]);
	desk.press('tab', 'enter');
	await desk.settle();
	const input = {
		teamId: 'team-1',
		file: png,
		fileName: 'icon.png',
		contentType: 'image/png',
	};
	expect(desk.sent).toEqual([{method: 'icon', input}]);
});

test.each([
	['notes.png', 'It is not a PNG, JPEG, GIF or WebP file, despite its name.'],
	['nothing.png', 'There is no file nothing.png.'],
])('%s stays in the form with the reason', async (path, problem) => {
	const desk = await asked(path);
	expect(desk.view()).toMatchObject({step: 'edit', fields: [{problem}]});
	expect(desk.sent).toEqual([]);
});

test('Ctrl-R goes on with a path as far as there is one way, and names the ways where there are several', async () => {
	const paths = ['pictures/', 'pictures/icon-a.png', 'pictures/icon-b.png'];
	const desk = openDesk(undefined, 'a', {paths});
	desk.services.store.dispatch({type: 'access/granted', team: Team.parse({id: 'team-1'}), at: 0});
	desk.press('7');
	await desk.openDialog('U');
	desk.type('pictures/i');
	desk.press('ctrl+r');
	await desk.settle();
	expect(desk.view()?.fields[0]?.value.text).toBe('pictures/icon-');
	expect(desk.lastNotice()).toBe('icon-a.png  icon-b.png');
	desk.type('b');
	desk.press('ctrl+r');
	await desk.settle();
	expect(desk.view()?.fields[0]?.value.text).toBe('pictures/icon-b.png');
});
