import {readFileSync} from 'node:fs';
import path from 'node:path';
import {test} from 'vitest';
import type {Demo} from '../../src/demo/index.ts';
import {systemClock} from '../../src/lib/time/clock.ts';
import {listen} from '../../src/service/http/listen.ts';
import {tempFolder} from '../cli/temp-folder.ts';
import {openTestDemo} from '../helpers/service-of-app.ts';
import {openPtyTui} from '../pty/pty-tui.ts';
import {openShipped} from '../shipped/shipped.ts';
import {openFaultyService, overlappingPolls} from './faulty-service.ts';
import {feedFault} from './feed-faults.ts';
import {noticeMs} from './feed-fault-row.ts';
import {builtClient, tryFeedFault} from './feed-trial.ts';
import {restFault} from './rest-faults.ts';
import {waitFor} from '../helpers/wait-for.ts';

/** One of each kind; `npm run reliability faults` tries all. */
const quiet = [
	'reset before the upgrade',
	'black hole after the upgrade',
	'black hole',
	'closed without a close frame',
	'slow bytes',
	'HTTP 302 with Location: http://evil.example/websocket',
	'HTTP 401',
	'HTTP 503',
	'another accept key',
	'close 1012',
	'close with half a code',
	'text that is not UTF-8',
	'a message in fragments with pings between them',
	'CONNECTED of STOMP 9.9',
	'ERROR with control characters',
	'content-length 99999999',
	'10,000 headers',
	'nulls and wrong types',
	'deep nesting',
	'prototype names',
	'the same packet 1000 times',
	'timestamps of other centuries',
	'every packet twice',
	'packets arrive late',
];
/** Those that keep the test itself busy, so that it would notice others late. */
const busy = [
	'20,000 pings',
	'a frame without end, across messages',
	'a compressed message of 100 MB',
	'a frame of 50 MB',
];

/** Someone else sends a command, which the service stores. */
async function sendByOther(
	{service, token}: {service: Pick<Demo, 'fetch'>; token: string},
	serverId: string,
	command: string,
): Promise<void> {
	const headers = {'Application-Token': token, 'Content-Type': 'application/json'};
	const url = `http://demo/server/${serverId}/rcon?await=true&timeoutMs=30000`;
	const body = JSON.stringify({command});
	const {status} = await service.fetch(new Request(url, {method: 'POST', headers, body}));
	if (status !== 200) throw new Error(`${command} was answered with ${status}.`);
}

test.concurrent(
	'the feed of the library survives each fault, says why, is live again and delivers',
	async ({expect}) => {
		const createClient = await builtClient();
		const tryAll = async (names: readonly string[]) => {
			const trials = names.map(async name => [
				name,
				(await tryFeedFault(feedFault(name), createClient)).problems,
			]);
			const problems = (await Promise.all(trials)).filter(([, found]) => found?.length !== 0);
			expect(problems).toEqual([]);
		};
		await tryAll(quiet);
		await tryAll(busy);
	},
);

test.concurrent(
	'all front ends detect a dead connection early, survive hostile packets, and neither miss nor duplicate entries',
	async ({expect, onTestFinished}) => {
		const faulty = await openFaultyService();
		onTestFinished(faulty.close);
		const {env} = faulty;
		const atEnd = onTestFinished;
		const [tui, lines] = await Promise.all([
			openPtyTui({columns: 120, rows: 40, env, atEnd}),
			openPtyTui({columns: 120, rows: 40, env, args: ['--screen-reader'], isStream: true, atEnd}),
		]);
		const feed = openShipped({env, atEnd}).start(['feed', '--json', '--kind', 'rcon', '--server', 'bravo']);
		await Promise.all([tui.isLive(), lines.sees(/feed/i), feed.saysOnError('LIVE')]);
		tui.write('jj');
		await tui.sees('CONSOLE Bravo');
		await sendByOther(faulty, 'bravo', 'mp_maxrounds');
		await tui.sees('> mp_maxrounds');

		faulty.feed.set(feedFault('black hole'));
		const startedAt = performance.now();
		await sendByOther(faulty, 'bravo', 'bot_quota');
		await Promise.all([tui.sees('feed LOST'), feed.saysOnError('LOST'), lines.sees(/LOST|lost/)]);
		expect(performance.now() - startedAt).toBeLessThan(noticeMs);
		faulty.feed.set(undefined);
		await Promise.all([tui.isLive(), waitFor(() => expect(feed.err()).toMatch(/LOST[^]*LIVE/))]);

		for (const name of [
			'names of 1 MB',
			'10,000 packets of unknown servers',
			'10,000 tasks',
			'deep nesting',
		]) {
			faulty.feed.set(feedFault(name));
			faulty.feed.set(undefined);
		}
		const sent = ['mp_maxrounds', 'bot_quota'];
		const send = async (command: string) => {
			sent.push(command);
			await sendByOther(faulty, 'bravo', command);
		};
		/**
		Returns whether `feed` has printed one of them, and stops there. If a busy machine has missed a heart-beat, nobody
		delivers what was sent meanwhile.
		*/
		const prints = async (commands: readonly string[], sending: (command: string) => Promise<void>) => {
			const statuses = () => feed.err().match(/LOST|LIVE/g) ?? [];
			for (const command of commands) {
				const before = statuses().length;
				await sending(command);
				await waitFor(() => expect(feed.out().includes(command) || statuses().length > before).toBe(true));
				await waitFor(() => expect(statuses().at(-1)).toBe('LIVE'));
				if (feed.out().includes(command)) return true;
			}
			return false;
		};
		expect(await prints(['mp_friendlyfire', 'mp_autokick', 'mp_timelimit'], send)).toBe(true);
		await tui.sees(`> ${sent.at(-1)}`);
		const sendLate = async (command: string) => {
			// The poll is earlier than the packet.
			faulty.feed.set(feedFault('packets arrive late'));
			await send(command);
			tui.write('r');
			await tui.sees(`> ${command}`);
			faulty.feed.set(undefined);
		};
		expect(await prints(['mp_limitteams', 'mp_freezetime', 'mp_roundtime'], sendLate)).toBe(true);
		tui.write('\r');
		await tui.isLive();
		for (const command of sent)
			expect(tui.screen().match(new RegExp(`> ${command}\\b`, 'g')), command).toHaveLength(1);
		const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${tui.pid()}/status`, 'utf8'))?.[1];
		expect(Number(peak) / 1024).toBeLessThan(400);
	},
);

test.concurrent(
	'a TUI that was stopped for longer than a heart-beat shows entries stored meanwhile, once and with true ages',
	async ({expect, onTestFinished}) => {
		const openedAt = performance.now();
		const faulty = await openFaultyService();
		onTestFinished(faulty.close);
		const tui = await openPtyTui({columns: 140, rows: 40, env: faulty.env, atEnd: onTestFinished});
		await tui.isLive();
		tui.write('jj');
		await tui.sees('CONSOLE Bravo');
		// As in a laptop that sleeps: the shell, which stops first, does not notice that its job stops.
		for (const pid of [tui.shellPid, tui.pid()]) {
			process.kill(pid, 'SIGSTOP');
			await waitFor(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toContain(') T '));
		}
		const commands = ['mp_maxrounds', 'bot_quota', 'mp_limitteams'];
		for (const command of commands) await sendByOther(faulty, 'bravo', command);
		const {servers} = faulty.service.context.store;
		const charlie = servers.get('charlie');
		if (charlie) servers.put({...charlie, displayName: 'Awake.'});
		await new Promise(resolve => setTimeout(resolve, 10_100));
		const requests = faulty.log.length;
		for (const pid of [tui.pid(), tui.shellPid]) process.kill(pid, 'SIGCONT');
		await tui.sees('> mp_limitteams');
		await tui.sees(/Awake\. .*STOPPED +(>=)?\d+s/);
		await tui.sees(/list [0-5]s \| feed LIVE/);
		const seconds = () => Number(/Awake\. .*STOPPED +(?:>=)?(\d+)s/.exec(tui.screen())?.[1]);
		await tui.until('its whole age', () => seconds() >= 10);
		expect(seconds()).toBeLessThan((performance.now() - openedAt) / 1000 + 2);
		for (const command of commands)
			expect(tui.screen().match(new RegExp(`> ${command}\\b`, 'g')), command).toHaveLength(1);
		expect(faulty.feedConnections()).toBe(1);
		expect(
			faulty.log.slice(requests).filter(({path}) => path.startsWith('/server/by-team/')).length,
		).toBeLessThan(4);
	},
);

test.concurrent(
	'only one poll is in flight, even with manual refreshes and a reconnect on a dead connection',
	async ({expect, onTestFinished}) => {
		const faulty = await openFaultyService();
		onTestFinished(faulty.close);
		const tui = await openPtyTui({env: faulty.env, atEnd: onTestFinished});
		await tui.isLive();
		await faulty.rest.set(restFault('black hole'));
		const polls = () => faulty.log.filter(({path}) => path.startsWith('/server/by-team/')).length;
		const another = async (cause: () => void) => {
			const before = polls();
			cause();
			await waitFor(() => expect(polls()).toBeGreaterThan(before));
		};
		for (let press = 0; press < 3; press++) await another(() => tui.write('r'));
		await another(() => {
			faulty.feed.set(feedFault('reset'));
			faulty.feed.set(undefined);
		});
		await tui.sees(/waiting for the service|no answer from the service/);
		await faulty.rest.set(undefined);
		await another(() => tui.write('r'));
		await tui.sees(/list [0-3]s/);
		expect(overlappingPolls(faulty.log)).toEqual([]);
	},
);

test.concurrent(
	'a TUI follows a service that ends, and another one on the same port with the same records',
	async ({expect, onTestFinished}) => {
		const data = path.join(tempFolder(onTestFinished), 'service.db');
		const open = () => openTestDemo(systemClock, {data}, onTestFinished);
		const first = await open();
		const {token} = first.credentials;
		const before = await listen(first, {port: 0});
		const env = {RCONDECK_URL: before.url, RCONDECK_FEED_URL: before.feedUrl, RCONDECK_TOKEN: token};
		const tui = await openPtyTui({columns: 140, rows: 40, env, atEnd: onTestFinished});
		await tui.isLive();
		tui.write('jj');
		await tui.sees('CONSOLE Bravo');
		await sendByOther({service: first, token}, 'bravo', 'mp_maxrounds');
		await tui.sees('> mp_maxrounds');
		await before.close();
		await first.close();
		await tui.sees(/feed (LOST|OFF)/);
		const second = await open();
		// Its games boot first.
		await waitFor(() => sendByOther({service: second, token}, 'bravo', 'bot_quota'));
		const after = await listen(second, {port: Number(new URL(before.url).port)});
		onTestFinished(after.close);
		tui.write('r');
		await tui.sees('> bot_quota');
		await tui.sees(/list \ds \| feed LIVE/);
		for (const command of ['mp_maxrounds', 'bot_quota'])
			expect(tui.screen().match(new RegExp(`> ${command}\\b`, 'g')), command).toHaveLength(1);
	},
);

test.concurrent.for([5, -5])(
	'a service whose clock is %i hours ahead is reported, and ages stay correct',
	async (hours, {onTestFinished}) => {
		const aheadMs = hours * 3_600_000;
		const clock = {...systemClock, now: () => Date.now() + aheadMs};
		const faulty = await openFaultyService({clock});
		onTestFinished(faulty.close);
		await faulty.rest.set({
			name: 'the Date of its clock',
			act: async ({service, send}) => {
				const answer = await service();
				send({...answer, headers: {...answer.headers, date: new Date(clock.now()).toUTCString()}});
			},
		});
		const tui = await openPtyTui({columns: 140, rows: 40, env: faulty.env, atEnd: onTestFinished});
		await tui.isLive();
		await tui.sees(hours > 0 ? 'skew +5h' : 'skew -5h');
		tui.write('jj');
		await tui.sees('CONSOLE Bravo');
		await sendByOther(faulty, 'bravo', 'mp_maxrounds');
		await tui.sees('> mp_maxrounds');
		const {servers} = faulty.service.context.store;
		const charlie = servers.get('charlie');
		if (charlie) servers.put({...charlie, state: 'ONLINE'});
		tui.write('r');
		await tui.sees(/Charlie .*RUNNING +(>=|<)?\ds/);
		// The feed may bring the state before the list has been read.
		await tui.sees(/list \ds \| feed LIVE/);
	},
);
