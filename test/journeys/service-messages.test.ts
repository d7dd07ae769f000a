import path from 'node:path';
import {expect, test} from 'vitest';
import {type ErrorKey, errorStatuses} from '../../src/contract/errors.ts';
import {errorWords} from '../../src/messages/errors.ts';
import {apiAt, failureOf as errorOf} from '../client/rest/helpers.ts';
import {lookedUpService} from '../cli/looked-up-service.ts';
import {runCli} from '../cli/run-cli.ts';
import {json} from '../helpers/http-service.ts';
import {openApp, type AppOptions} from '../helpers/open-app.ts';
import {openLineModeApp} from '../helpers/open-line-mode-app.ts';

const keys = Object.keys(errorStatuses) as ErrorKey[];
/** Each answer says something else, with what must not reach a terminal. */
const saidOf = (key: string) => `detail${keys.indexOf(key as ErrorKey)}\x1b[31m`;
const shownOf = (key: string) => saidOf(key).replace('\x1b', '^[');
const refusalOf = (key: ErrorKey) => ({status: errorStatuses[key], body: {key, message: saidOf(key)}});
const ours = (key: ErrorKey) => errorWords[key].title.replace(/\.$/, '');
const libraryTitle = (key: ErrorKey) => `${ours(key)}: ${shownOf(key)}`;
/** What a console failed with is the whole reason. */
const isReason = (key: ErrorKey) => key.startsWith('server.console_') || key === 'server.answer_cut';
const shownTitle = (key: ErrorKey) => (isReason(key) ? shownOf(key) : libraryTitle(key));

/** A screen wraps them. */
const partsOf = (key: ErrorKey) => [shownTitle(key).slice(0, 20), shownOf(key), `[${key.slice(0, 20)}`];

test('the library has both texts for every key', async () => {
	for (const key of keys) {
		const {status, body} = refusalOf(key);
		const {env} = await lookedUpService(/^POST/, response => json(response, status, body));
		const error = await errorOf(apiAt(env.RCONDECK_URL).startServer({serverId: 'a'}));
		expect(error).toMatchObject({key, serviceMessage: saidOf(key), message: `${libraryTitle(key)}.`});
	}
});

test('one-shot commands print both for every key, in text, in JSON and in the journal', async () => {
	for (const key of keys) {
		const {status, body} = refusalOf(key);
		const {env} = await lookedUpService(/^POST/, response => json(response, status, body));
		const text = await runCli(['rename', 'one', 'two', '--yes'], {env});
		expect(text.err).toContain(`${shownTitle(key)} (${key}).`);
		const several = await runCli(['restart', 'one', '--yes', '--json'], {env});
		const {results} = JSON.parse(several.out) as {results: {error: object}[]};
		expect(results[0]?.error).toMatchObject({key, message: expect.stringContaining(shownTitle(key))});
		const log = await runCli(['journal', '--json'], {
			env: {...env, RCONDECK_STATE_DIR: path.join(several.folder, 'state')},
		});
		expect(log.out).toContain(`${key}: ${shownOf(key)}`);
	}
});

/** Refuses all that changes something, with this key. */
const refusing =
	(key: () => ErrorKey | undefined): NonNullable<AppOptions['between']> =>
	(request, service) => {
		const refused = request.method === 'POST' ? key() : undefined;
		if (!refused) return service();
		const {status, body} = refusalOf(refused);
		return Promise.resolve(Response.json(body, {status}));
	};

test('a console shows both for every key', async () => {
	let key: ErrorKey | undefined;
	const screen = await openApp({columns: 140, rows: 40, between: refusing(() => key)});
	await screen.sees('feed LIVE').press('j', 'i');
	for (key of keys)
		await screen
			.type('status')
			.press('enter')
			.comes(...partsOf(key));
});

test('a dialog shows both for every key', async () => {
	let key: ErrorKey | undefined;
	const screen = await openApp({columns: 140, rows: 40, between: refusing(() => key)});
	await screen.sees('feed LIVE').press('E').sees('Rename').press('enter').sees('Rename Charlie');
	await screen.type('x').press('enter').sees('updated just now');
	for (key of keys) await screen.press('tab', 'enter').sees(...partsOf(key));
});

test('line mode says both for every key', async () => {
	let key: ErrorKey | undefined;
	const stream = await openLineModeApp({between: refusing(() => key)});
	await stream.comes('feed LIVE');
	await stream.line(':go Alpha');
	for (key of keys) {
		await stream.line('status');
		await stream.comes(shownTitle(key), `[${key}]`);
	}
	expect(stream.posts()).toEqual([]);
});
