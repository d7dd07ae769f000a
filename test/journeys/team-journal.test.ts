import {expect, test} from 'vitest';
import {manualClock} from '../helpers/manual-clock.ts';
import {openApp, type AppOptions, type Screen} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';
import {journalFolder, sessionJournal} from '../helpers/temp-journal.ts';

/** Opens a session on a machine of its own: the journals are not shared. */
const onOwnMachine = (ids: string, options: AppOptions = {}) =>
	openApp({
		columns: 120,
		rows: 36,
		ids,
		journal: sessionJournal(journalFolder(), options.beside?.clock ?? manualClock()),
		...options,
	});

/** Adds a member to the team and makes them the user of the next session. */
async function join({demo}: Screen, name: string): Promise<void> {
	const send = async (path: string, body: object, token?: string) => {
		const request = new Request(`http://demo${path}`, {
			method: 'POST',
			body: JSON.stringify(body),
			headers: {'Content-Type': 'application/json', ...(token && {'Application-Token': token})},
		});
		return (await (await demo.fetch(request)).json()) as Record<string, string>;
	};
	const {credentials, teamId} = demo;
	const {code} = await send(`/team/${teamId}/invite-code`, {name, permissions: ['ALL']}, credentials.token);
	const {token = ''} = await send('/team/join', {code});
	Object.assign(demo.credentials, {readOnlyToken: token});
}

test('an acknowledgment and a note of one admin appear at once for the other, with the name', async () => {
	const mine = await onOwnMachine('mine');
	await mine.sees('feed LIVE', '1 DOWN');
	await join(mine, 'Ana Sol');
	const ana = await onOwnMachine('ana', {beside: mine, credentials: 'readOnlyToken'});
	await ana
		.sees('feed LIVE', '1 DOWN')
		.press('!', 'a')
		.sees(/Acknowledged Charlie until the next state change, for the\s+whole team/);
	await mine.comes('Acknowledged by Ana Sol: Charlie.').seesNot('1 DOWN: ');
	await mine.press('!', 'd').comes(/acknowledged by Ana Sol \d+s ago/);
	await ana
		.press('m')
		.sees('Bookmark this moment')
		.type('disk full, Jonas is on it')
		.press('tab', 'right', 'enter');
	await mine.comes('Ana Sol: disk full, Jonas is on it').press('4');
	await mine.sees('Ana Sol: disk full', /Charlie +Ana Sol acknowledged STOPPED/);
	await ana.press('4').sees('disk full, Jonas is on it').seesNot('Ana Sol: disk full');
	// The other one may withdraw it, and the alert is back for both.
	await mine.press('1', 'a').sees('no longer acknowledged');
	await ana.comes('Acknowledgment removed by');
	const kinds = mine.demo.context.store.journal.all().map(({kind, by}) => [kind, by]);
	expect(kinds).toEqual([
		['acknowledged', 'Ana Sol'],
		['note', 'Ana Sol'],
		['unacknowledged', 'Mina'],
	]);
});

test('a lost node that one admin acknowledges never mutes the crash loops of its servers', async () => {
	const mine = await onOwnMachine('mine', {seed: {scenarios: ['crash-loop']}});
	await mine.sees('feed LIVE');
	await join(mine, 'Ana Sol');
	const ana = await onOwnMachine('ana', {beside: mine, credentials: 'readOnlyToken'});
	await ana.sees('feed LIVE');
	const loop = /!! (Alpha|Bravo) crashed [3-9]x in 10m/;
	await mine.comes(loop);
	await ana.comes(loop);
	mine.demo.faults.nodeOffline('node-1', true);
	await ana.comes('!! node eu-1 OFFLINE').press('5').sees('eu-1').press('g', 'a').seesNot('!! node eu-1');
	await ana.sees(loop);
	await mine.comes('Acknowledged by Ana Sol: 2 servers').seesNot('!! node eu-1').sees(loop);
	const entries = mine.demo.context.store.journal.all().map(({kind, withNode}) => [kind, withNode]);
	expect(entries).toEqual([
		['acknowledged', true],
		['acknowledged', true],
	]);
});

test('a session that starts later does not take over the acknowledgment of a node that has been back since', async () => {
	const mine = await onOwnMachine('mine');
	await mine.sees('feed LIVE');
	mine.demo.faults.nodeOffline('node-1', true);
	await mine.comes('!! node eu-1 OFFLINE').press('5').sees('eu-1').press('g', 'a').seesNot('!! node eu-1');
	const early = await onOwnMachine('early', {beside: mine});
	await early.comes('(2 unknown, acknowledged)');
	await mine.waits(40_000);
	mine.demo.faults.nodeOffline('node-1', false);
	await mine.comes(/eu-1 +ONLINE/).waits(60_000);
	mine.demo.faults.nodeOffline('node-1', true);
	await mine.comes('!! node eu-1 OFFLINE');
	const later = await onOwnMachine('later', {beside: mine});
	await later.sees('feed LIVE').waits(20_000);
	await later.sees('!! node eu-1 OFFLINE').seesNot('acknowledged');
	expect(mine.demo.context.store.journal.all()).toHaveLength(2);
});

/** Answers requests to the team's journal with an error while it is down. */
function outage() {
	const state = {isDown: true, posts: [] as string[]};
	const between: AppOptions['between'] = async (request, service) => {
		if (!request.url.includes('/journal')) return service();
		if (request.method === 'POST') state.posts.push(await request.clone().text());
		return state.isDown ? new Response('', {status: 503}) : service();
	};
	return {state, between};
}

test('an entry made without the service is sent once, later, with its own time', async () => {
	const {state, between} = outage();
	const mine = await onOwnMachine('mine');
	await mine.sees('feed LIVE', '1 DOWN');
	await join(mine, 'Ana');
	const ana = await onOwnMachine('ana', {beside: mine, credentials: 'readOnlyToken', between});
	await ana.sees('feed LIVE').press('!', 'a').sees('Acknowledged Charlie', '1 down, acknowledged');
	await ana.waits(65_000);
	expect(ana.frame()).not.toContain('503');
	expect(mine.frame()).toContain('1 DOWN');
	state.isDown = false;
	await mine
		.comes('1 down, acknowledged')
		.press('d')
		.sees(/acknowledged by Ana 1m( \d+s)? ago/);
	await ana.waits(65_000);
	const {journal} = mine.demo.context.store;
	expect(journal.all()).toHaveLength(1);
	expect(state.posts.length).toBeLessThan(6);
});

test('entries that were read are available at the next start, without the service', async () => {
	const folder = journalFolder();
	const mine = await onOwnMachine('mine');
	await mine.sees('feed LIVE', '1 DOWN');
	await join(mine, 'Ana');
	const journal = () => sessionJournal(folder, mine.clock);
	const ana = await onOwnMachine('ana', {beside: mine, credentials: 'readOnlyToken', journal: journal()});
	await ana.sees('feed LIVE');
	await mine
		.press('!', 'a')
		.sees('Acknowledged Charlie')
		.press('m')
		.sees('Bookmark this')
		.type('patch at six');
	await mine.press('tab', 'right', 'enter');
	await ana.comes('Mina: patch at six').waits(1000);
	const {between} = outage();
	const next = await onOwnMachine('next', {
		beside: mine,
		credentials: 'readOnlyToken',
		journal: journal(),
		between,
	});
	await next.comes('1 down, acknowledged').press('!', 'd').comes('acknowledged by Mina');
	await next.press('4').sees('Mina: patch at six');
	expect(next.rows().filter(row => row.includes('patch at six'))).toHaveLength(1);
});

test('a service without a team journal is asked once, and nothing is reported', async () => {
	const screen = await onOwnMachine('mine', {seed: {strictSpec: true}});
	await screen.sees('feed LIVE').press('!', 'a').sees('Acknowledged Charlie').waits(90_000);
	expect(screen.asked('/journal').map(({method}) => method)).toEqual(['GET']);
	await screen.press('m').sees('Bookmark this').type('only here').press('enter').waits(35_000);
	expect(screen.asked('/journal')).toHaveLength(1);
	await screen.press('4').sees('only here');
});

test('a read-only session reads the entries of others and sends none', async () => {
	const mine = await onOwnMachine('mine');
	await mine.sees('feed LIVE', '1 DOWN');
	const reader = await onOwnMachine('reader', {beside: mine, settings: {readOnly: true}});
	await reader.sees('feed LIVE').press('!', 'a').sees('Acknowledged Charlie').waits(35_000);
	expect(mine.frame()).toContain('1 DOWN');
	await mine.press('m').sees('Bookmark this').type('patch at six').press('tab', 'right', 'enter');
	await reader.comes('Mina: patch at six');
	expect(mine.demo.context.store.journal.all()).toHaveLength(1);
});

test('line mode announces the acknowledgments and notes of other admins', async () => {
	const folder = journalFolder();
	const app = await openLineModeApp({journal: sessionJournal(folder, manualClock())});
	await app.comes('feed LIVE');
	const entries = [
		{id: 'e1', kind: 'acknowledged', serverId: 'charlie', state: 'STOPPED'},
		{id: 'e2', kind: 'note', text: 'disk full \u001B[2J'},
	];
	const {demo} = app;
	await demo.fetch(
		new Request('http://demo/journal', {
			method: 'POST',
			body: JSON.stringify({entries}),
			headers: {'Application-Token': demo.credentials.token},
		}),
	);
	await app.comes('Acknowledged by Mina: Charlie.', 'Mina: disk full');
	expect(await app.line(':handover')).not.toContain('\u001B[2J');
	await app.comes(/STOPPED.*acknowledged \d\d:\d\dZ? by Mina/, /NOTE.*Mina: disk full/);
});
