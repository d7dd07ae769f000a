import {expect, onTestFinished, test} from 'vitest';
import {aNode} from '../../helpers/builders.ts';
import {watchReview} from '../../../src/app/dialogs/watch-review.ts';
import {handleKey} from '../../../src/app/keys.ts';
import {renderWithKeys} from '../../../src/app/kernel/keys/keymap.ts';
import type {GameServer} from '../../../src/contract/models/server.ts';
import {openHeadlessApp, server, type HeadlessApp} from '../../helpers/headless-app.ts';
import {usualKeymap} from '../../helpers/keymap.ts';

const alpha = (state = 'ONLINE', over: object = {}) =>
	server('a', state, {nodeId: 'n-1', nodeName: 'eu-1', ...over});

/** Opens the app with the effect that watches reviews. */
function open(servers: GameServer[]): HeadlessApp {
	const app = openHeadlessApp(servers);
	onTestFinished(watchReview(app.services));
	return app;
}

/** Opens the review of a restart of a server that is up, with the focus on its button. */
async function openReview(servers: GameServer[] = [alpha()]): Promise<HeadlessApp> {
	const app = open(servers);
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	app.press('tab');
	await app.services.clock.advance(1000);
	return app;
}

async function poll({services: {store, clock}}: HeadlessApp, ...servers: GameServer[]): Promise<void> {
	await clock.advance(5000);
	store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []});
}

const now = (app: HeadlessApp) => {
	const row = app.view()?.review?.rows.find(({label}) => label === 'Now');
	return row?.lines.map(line => renderWithKeys(line, usualKeymap));
};
const verb = (app: HeadlessApp) => app.view()?.review?.buttons.find(({id}) => id === 'verb');

test('the review shows the empty body that is sent', async () => {
	const app = await openReview();
	const rows = app.view()?.review?.rows ?? [];
	const [request] = rows.find(({label}) => label === 'Request')?.lines ?? [];
	expect(request).toBe('POST /server/a/restart {}');
});

test('the facts of an open review follow the polls, and their age grows when polls fail', async () => {
	const app = await openReview([alpha('ONLINE', {onlinePlayers: 3})]);
	expect(now(app)).toEqual(['ONLINE, 3 of 70 players   updated just now']);
	await poll(app, alpha('ONLINE', {onlinePlayers: 5}));
	expect(now(app)).toEqual(['ONLINE, 5 of 70 players   updated just now']);
	await app.services.clock.advance(20_000);
	expect(now(app)).toEqual(['ONLINE, 5 of 70 players   updated 20s ago']);
});

test('a change of state is shown and locks the button until Enter acknowledges it', async () => {
	const app = await openReview();
	await poll(app, alpha('UNKNOWN'));
	const mark = 'Changed while this was open: ONLINE -> UNKNOWN';
	expect(now(app)).toContain(mark);
	expect(verb(app)).toMatchObject({focused: true, blocked: 'Something changed while this was open.'});
	// Too soon: the user cannot have read the change yet.
	handleKey(app.services, 'enter');
	expect(app.lastNotice()).toMatch(/Too fast/);
	await app.services.clock.advance(1000);
	handleKey(app.services, 'enter');
	expect(app.lastNotice()).toMatch(/^Changed: .*Nothing was sent\. Press Enter again/);
	expect(verb(app)?.blocked).toBeUndefined();
	expect(now(app)).toContain(mark);
	// A held key does not count as another press.
	handleKey(app.services, 'enter');
	expect(app.state().undoWindow).toEqual([]);
	expect(app.sent).toEqual([]);
});

test('the press after the acknowledgment sends the action', async () => {
	const app = await openReview();
	await poll(app, alpha('UNKNOWN'));
	app.press('enter');
	expect(app.state().undoWindow).toEqual([]);
	app.press('enter');
	await app.passUndoWindow();
	expect(app.sent).toHaveLength(1);
});

test('players who join an empty server lock the button, even if the name must then be typed', async () => {
	const app = await openReview();
	await poll(app, alpha('ONLINE', {onlinePlayers: 4}));
	expect(now(app)).toContain('Changed while this was open: 4 players joined');
	expect(verb(app)?.blocked).toBe('Type the confirmation first.');
	app.press('shift+tab', 'shift+tab');
	app.type('name-a');
	expect(verb(app)?.blocked).toBe('Something changed while this was open.');
	app.press('tab', 'tab', 'enter');
	expect(app.state().undoWindow).toEqual([]);
	app.press('enter');
	await app.passUndoWindow();
	expect(app.sent).toHaveLength(1);
});

test('more or fewer players do not lock the button, and a reverted change unlocks it', async () => {
	const app = await openReview([alpha('ONLINE', {onlinePlayers: 3})]);
	await poll(app, alpha('ONLINE', {onlinePlayers: 9}));
	await poll(app, alpha('ONLINE', {onlinePlayers: 0}));
	expect(now(app)).toHaveLength(1);
	expect(verb(app)?.blocked).toBeUndefined();
	await poll(app, alpha('UNKNOWN'));
	expect(verb(app)?.blocked).toBeDefined();
	await poll(app, alpha('ONLINE'));
	expect(verb(app)?.blocked).toBeUndefined();
	expect(now(app)).toHaveLength(1);
});

test('a lost node locks the button, and its row explains the effect', async () => {
	const app = await openReview();
	const {store, clock} = app.services;
	const read = (status: string) =>
		store.dispatch({
			type: 'nodes/read',
			at: clock.now(),
			nodes: [aNode({id: 'n-1', status})],
		});
	read('ONLINE');
	expect(verb(app)?.blocked).toBeUndefined();
	read('OFFLINE');
	expect(now(app)?.slice(1)).toEqual([
		'Changed while this was open: node eu-1 went down',
		'Node eu-1 is OFFLINE (0s). The action will not run now.',
	]);
	expect(verb(app)?.blocked).toBeDefined();
});

test('each change is shown with its server if there are several', async () => {
	const app = open([alpha(), server('b')]);
	app.press('*');
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	await poll(app, alpha('OFFLINE'), server('b', 'ONLINE', {onlinePlayers: 2}));
	expect(now(app)?.slice(1)).toEqual([
		'Changed while this was open: name-a: ONLINE -> OFFLINE',
		'Changed while this was open: name-b: 2 players joined',
	]);
});

test('the review of several servers counts the ones hidden by the filter', async () => {
	const app = open([alpha(), server('b', 'ONLINE')]);
	app.press('*', '/');
	app.type('name-a');
	app.press('enter');
	await app.openDialog('R');
	app.press('enter');
	await app.settle();
	const target = app.view()?.review?.rows.find(({label}) => label === 'Target');
	expect(target?.lines.at(-1)).toBe('1 hidden by the filter');
});
