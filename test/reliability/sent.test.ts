import {mkdirSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import {isAlive, openPtyTui} from '../pty/pty-tui.ts';
import {openShipped} from '../shipped/shipped.ts';
import {openFaultyService, type RestExchange} from './faulty-service.ts';
import {restFault} from './rest-faults.ts';
import {waitFor} from '../helpers/wait-for.ts';

const isPost = ({method}: {method: string}) => method === 'POST';

async function open(options: Parameters<typeof openFaultyService>[0] = {}) {
	const service = await openFaultyService(options);
	onTestFinished(service.close);
	const shell = openShipped({env: service.env});
	const posts = () => service.log.filter(isPost);
	const hasSent = (count: number) => waitFor(() => expect(posts()).toHaveLength(count));
	return {service, shell, posts, hasSent};
}

test('Ctrl-C and kill -9 of a one-shot command leave it in the journal, as one that may have run', async () => {
	const {service, shell, hasSent} = await open();
	await service.rest.set(restFault('black hole'), isPost);
	const interrupted = shell.start(['rcon', 'Alpha', '--', 'say one']);
	await hasSent(1);
	interrupted.kill('SIGINT');
	const {code, err} = await interrupted.ended;
	expect(code).toBe(130);
	expect(err).toContain('Alpha: Interrupted before the answer. It may have run.');
	const killed = shell.start(['restart', 'Alpha', '--yes']);
	await hasSent(2);
	killed.kill('SIGKILL');
	await killed.ended;
	const {out} = await shell.run(['journal']);
	expect(out).toMatch(/Alpha {2}me \(shell\) {2}> say one {2}\(stopped waiting - may have run/);
	expect(out).toMatch(/Alpha {2}act \(shell\) {2}restart: outcome unknown, it may have run/);
});

test('a rolling restart that is answered 429 sends nothing again and nothing more', async () => {
	const {service, shell, posts} = await open();
	await service.rest.set(restFault('429'), isPost);
	const {code, err} = await shell.run(['restart', 'Alpha', 'Bravo', '--rolling', '1', '--yes']);
	expect(code).toBe(1);
	expect(err).toContain('Too many requests');
	expect(err).toContain('To send the rest: rcondeck restart');
	expect(posts()).toHaveLength(1);
	expect((await shell.run(['journal'])).out).toMatch(/restart: refused/);
});

test('added servers stay if the reader closes stdout early, and the exit code reports it', async () => {
	const shell = openShipped({});
	const {out, err} = await shell.shell(
		'rcondeck add web --game minecraft --rcon 127.0.0.1:1 --no-check --no-password --yes --json | true; echo "${PIPESTATUS[0]}"',
	);
	expect(out).toBe('1\n');
	expect(err).toContain('web added');
	expect(err).toContain('stdout cannot be written: the reader has closed it.');
	expect((await shell.run(['servers', '--profile', 'local'])).out).toMatch(/^web +/m);
});

test('commands of killed programs belong to the next session, on a service with a clock hours ahead', async () => {
	const now = () => systemClock.now() + 3 * 3_600_000;
	const {service, shell, posts, hasSent} = await open({clock: {...systemClock, now}});
	const state = path.join(shell.folder, 'state');
	mkdirSync(state, {mode: 0o700});
	writeFileSync(path.join(state, 'welcome-dismissed'), '');
	const env = {...service.env, RCONDECK_STATE_DIR: state};
	const openTui = async () => {
		const tui = await openPtyTui({env, columns: 110, atEnd: onTestFinished});
		await tui.isLive();
		tui.write('gj');
		await tui.sees('CONSOLE Alpha');
		return tui;
	};
	// The service acts when nobody waits for it anymore.
	const {promise: areKilled, resolve: goOn} = Promise.withResolvers<void>();
	const act = async (exchange: RestExchange) => {
		await areKilled;
		await exchange.service();
	};
	await service.rest.set({name: 'held', act}, isPost);
	const first = await openTui();
	first.write('i');
	await first.sees('rcon>');
	first.write('say one\r');
	await hasSent(1);
	process.kill(first.pid(), 'SIGKILL');
	await waitFor(() => expect(isAlive(first.pid())).toBe(false));
	const oneShot = shell.start(['rcon', 'Bravo', '--', 'say two'], {env});
	await hasSent(2);
	oneShot.kill('SIGKILL');
	await oneShot.ended;
	goOn();
	const second = await openTui();
	await second.sees(/me .*> say one/);
	expect(second.screen()).not.toMatch(/other +> say one/);
	await waitFor(
		async () => {
			const {out} = await shell.run(['journal', '--json'], {env});
			const {entries} = JSON.parse(out) as {entries: {text: string; origin?: string; status?: string}[]};
			const sent = entries.filter(({text}) => text.startsWith('say '));
			expect(sent.map(({text, origin, status}) => `${text} ${origin} ${status}`).toSorted()).toEqual([
				'say one me late',
				'say two me late',
			]);
		},
		{interval: 500},
	);
	expect(posts()).toHaveLength(2);
});

test('the TUI reads omitted commands into the journal once, and lists at its end the entries that a lock kept out', async () => {
	const {service, shell} = await open();
	const {commands} = service.service.context.store;
	const texts = Array.from({length: 30}, (_, index) => `cvarlist ${index}`);
	for (const [index, command] of texts.entries()) {
		const timestamp = Date.now() - 60_000 + index;
		commands.add('alpha', {command, commandId: `c${index}`, timestamp, response: 'x'.repeat(100_000)}, 500);
	}
	const state = path.join(shell.folder, 'state');
	mkdirSync(state, {mode: 0o700});
	writeFileSync(path.join(state, 'welcome-dismissed'), '');
	const env = {...service.env, RCONDECK_STATE_DIR: state};
	const tui = await openPtyTui({env, columns: 110, atEnd: onTestFinished});
	await tui.isLive();
	const inJournal = async () => {
		const {out} = await shell.run(['journal', '--json', '--limit', '1000'], {env});
		return (JSON.parse(out) as {entries: {text: string}[]}).entries.map(({text}) => text);
	};
	await waitFor(async () => expect(await inJournal()).toHaveLength(30), {interval: 500});
	expect((await inJournal()).toSorted()).toEqual(texts.toSorted());
	expect(service.log.filter(({path: at}) => at === '/server/alpha')).toHaveLength(1);

	// The exit neither waits for a journal that another program keeps locked, nor hides what is missing.
	const lock = new DatabaseSync(path.join(state, 'journal.db'));
	onTestFinished(() => lock.close());
	lock.exec('BEGIN IMMEDIATE');
	tui.write('gj');
	await tui.sees('CONSOLE Alpha');
	tui.write('i');
	await tui.sees('rcon>');
	tui.write('say locked\r');
	await tui.sees(/me .*> say locked.* \d+ms/);
	tui.write('\x1b');
	await tui.sees('i opens the input');
	tui.write('q');
	await tui.sees(/Another program has locked the journal\. \d+ entries are missing from it\.\s+shell>/);
});
