import {expect, test} from 'vitest';
import {advanceDialog, openFormDialog, press} from '../../../src/app/dialogs/open-dialog.ts';
import type {FormId} from '../../../src/app/kernel/dialogs/dialog-id.ts';
import type {Subject} from '../../../src/actions/context.ts';
import {aTeam} from '../../helpers/builders.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {joinMessages, message} from '../../../src/messages/text.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import {usualKeymap} from '../../helpers/keymap.ts';

type Given = {
	app?: HeadlessApp;
	team?: boolean;
	typed?: Record<string, string>;
	subject?: Subject;
	ids?: string[];
};

/** Fills in a form and submits it as far as possible. */
async function pressedOn(
	form: FormId,
	{app = openHeadlessApp(), team = true, typed, subject, ids = []}: Given,
) {
	const {services} = app;
	if (team) services.store.dispatch({type: 'access/granted', team: aTeam()});
	openFormDialog(services, {form, serverIds: ids, subject, ...(typed && {typed})});
	await advanceDialog(services);
	await app.settle();
	if (app.view()?.step === 'review') {
		services.store.dispatch({type: 'dialog/changed', change: {button: 'verb'}});
		await press(services);
	}
	await app.settle();
	return app;
}

const rowsOf = ({view}: HeadlessApp) =>
	view()?.review?.rows.map(({label, lines}) =>
		renderWithKeys(message`${label}: ${joinMessages(lines, ' ')}`, usualKeymap),
	);

test('accepts and invites an address with a slash', async () => {
	const {sent} = await pressedOn('invite', {typed: {email: 'sales/eu@northwind.example'}});
	expect(sent).toMatchObject([{method: 'invite', input: {userEmail: 'sales/eu@northwind.example'}}]);
});

test.each(['nobody', 'a@b', 'a@b@example.net', '@', '\u202e@x.de'])(
	'rejects an invalid address in its field',
	async email => {
		const {view, sent} = await pressedOn('invite', {typed: {email}});
		expect(view()?.fields[0]?.problem).toBe('It is not an email address.');
		expect(sent).toEqual([]);
	},
);

test('rejects an implausibly long line in its field', async () => {
	const {view, sent} = await pressedOn('invite', {typed: {email: `${'a'.repeat(1_000_000)}@example.net`}});
	expect(view()?.fields[0]?.problem).toBe('Too long: 1000012 characters, at most 10000 can be sent.');
	expect(sent).toEqual([]);
});

test('an automation cannot be created without a team, and the review says why', async () => {
	const app = await pressedOn('create-automation', {team: false, typed: {name: 'nightly'}});
	expect(rowsOf(app)).toContain('Problems: The field teamId is missing.');
	expect(app.view()?.review?.buttons[1]).toMatchObject({
		id: 'verb',
		blocked: 'The field teamId is missing.',
	});
	expect(app.lastNotice()).toBe('');
});

test('a member without an ID cannot be kicked', async () => {
	const app = await pressedOn('kick', {subject: {id: '', name: 'Mallory'}});
	expect(rowsOf(app)).toContain('Problems: The field memberId is missing.');
	expect(app.sent).toEqual([]);
});

test.each(['.', '..'])('shows a server with the ID %s, and sends nothing to it', async id => {
	const app = openHeadlessApp([server(id)], id);
	for (const key of ['R', 'X', 'B']) {
		await app.openDialog(key);
		app.press('enter');
		await app.settle();
		app.press('esc', 'esc');
	}
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	expect(rowsOf(app)).toContain(`Problems: The field serverId cannot be "${id}".`);
	expect(app.sent).toEqual([]);
});
