import {expect, test} from 'vitest';
import {threeServers} from '../helpers/three-servers.ts';
import type {Memorable} from '../../src/actions/memorable.ts';
import {noJournal} from '../../src/app/kernel/state/journal.ts';
import {aJob, aStep} from '../helpers/a-job.ts';
import {openApp} from '../helpers/open-app.ts';

const names = ['w1', 'w2', 'w3', 'w4', 'w5', 'w6', 'w7', 'w8'];
const eight = {
	...threeServers,
	servers: names.map(name => ({
		id: name,
		name,
		node: 'node-1',
		gameType: 'CS2',
		map: 'de_mirage',
		maxPlayers: 12,
		state: 'ONLINE' as const,
	})),
};

test('a rolling action stops at a server that does not come back, and continues on request', async () => {
	const screen = await openApp({
		columns: 110,
		rows: 40,
		seed: {fleet: eight},
		between: async (request, service) => {
			// The node accepts the task for w3, but nothing happens.
			if (request.method === 'POST' && request.url.includes('/w3/restart')) {
				return new Response(null, {status: 200});
			}
			return service();
		},
	});
	await screen.sees('feed LIVE', '8 up').press('*').sees('8 selected').press('R').sees('Restart 8 servers');
	await screen.press('tab', 'tab', 'tab', 'tab').type('1m').press('enter');
	await screen
		.sees('Type 8 to confirm', 'One server at a time', 'updated just now')
		.type('8')
		.press('enter')
		.waits(700)
		.press('enter');
	await screen.comes('Restart of 8 servers started');
	screen.demo.faults.feedDown(true);
	await screen.comes('PAUSED').press('o').sees('w3: no change within 1m', 'p resumes the rest');
	expect(screen.asked('/restart')).toHaveLength(3);
	await screen.press('p').comes(/done .*8\/8 1 failed/);
	expect(screen.asked('/restart')).toHaveLength(8);
	expect(new Set(screen.asked('/restart').map(({path}) => path)).size).toBe(8);
});

test('a server that stays offline stops both lanes, and its line stays until it is acknowledged', async () => {
	const screen = await openApp({
		columns: 80,
		rows: 24,
		seed: {fleet: eight},
		between: async (request, service) => {
			const isSecond = request.method === 'POST' && request.url.includes('/w2/restart');
			if (!isSecond) return service();
			const {agentOf, store} = screen.demo.context;
			agentOf(store.servers.get('w2')?.nodeId ?? '').stop('w2', true);
			return new Response(null, {status: 200});
		},
	});
	await screen.sees('feed LIVE', '8 up').press('*').sees('8 selected').press('R').sees('Restart 8 servers');
	await screen.press('tab', 'tab', 'tab').type('2').press('enter');
	await screen
		.sees('2 servers at a time', 'Pauses at the first refusal, or at the first server that stays')
		.type('8')
		.press('enter')
		.waits(700)
		.press('enter');
	await screen.comes(/!! Restart PAUSED: \d of 8 back; w2 STOPPED since \d\d:\d\d; \d not sent \(o\)/);
	const sent = screen.asked('/restart').length;
	await screen.waits(60_000);
	expect(screen.asked('/restart')).toHaveLength(sent);
	await screen.press('o').sees('w2: went offline and stayed offline; p resumes the rest');
	await screen.press('A').press('esc').sees('Restart aborted: ', 'w2 STOPPED');
	await screen.press('-', '!', 'a').seesNot('Restart aborted: ');
});

test('a job whose program was killed is shown at the next start, and continues with the unsent servers', async () => {
	const kept: Memorable[] = [];
	const steps = [
		aStep('w1', {status: 'done'}),
		aStep('w2', {status: 'sending'}),
		...['w3', 'w4'].map(id => aStep(id)),
	];
	const screen = await openApp({
		columns: 100,
		rows: 30,
		seed: {fleet: eight},
		settings: {profile: {name: 'eu', label: 'eu', color: undefined, isDemo: false, words: []}},
		journal: {
			...noJournal,
			keep: entries => void kept.push(...entries),
			cutJobs: async () => [aJob({steps, typed: {atOnce: '1', deadline: '5m'}})],
		},
	});
	await screen.sees('Restart cut short: 1 of 4 back; w2 not confirmed; 2 not sent (o)');
	await screen.press('o').sees('sent, not confirmed: rcondeck ended; now RUNNING', 'p resume', 'A abort');
	await screen.press('p').sees('Restart 2 servers').press('enter').sees('Type 2 to confirm').type('2');
	await screen.press('enter').waits(700).press('enter').comes('Restart of 2 servers started');
	await screen.comes('Restart: 2 of 2 back');
	expect(screen.asked('/restart').map(({path}) => path)).toEqual([
		'/server/w3/restart',
		'/server/w4/restart',
	]);
	await screen.sees('Restart cut short: 1 of 4 back; w2 not confirmed (o)');
	await screen.press('o').sees('Jobs 2').sees('a acknowledge').press('a').seesNot('cut short: 1 of 4');
	expect(kept.findLast(entry => entry.kind === 'job' && entry.job.id === 'job')).toMatchObject({
		job: {status: 'aborted'},
	});
});

test('a delay for several servers warns all at once, and with a batch size each at its turn, as the review says', async () => {
	const screen = await openApp({columns: 110, rows: 40, seed: {fleet: eight}});
	await screen.sees('feed LIVE', '8 up').press('*').sees('8 selected').press('R').sees('Restart 8 servers');
	await screen.type('10').press('tab').type('Back in {minutes} minutes').press('enter');
	await screen.sees('All 8 servers at once, in 10m.');
	expect(screen.frame()).not.toContain('--rolling');
	expect(screen.frame()).not.toContain('Pauses at the first');
	await screen.press('esc', 'R').sees('Restart 8 servers').type('10');
	await screen.press('tab', 'tab', 'tab').type('1').press('enter');
	await screen.sees('Each server 10m after its turn, about 80m in total.', '--rolling 1', 'updated just now');
	await screen.sees('Pauses at the first refusal');
	await screen.type('8').press('enter').waits(700).press('enter').comes('Restart of 8 servers started');
	expect(screen.asked('/restart')).toHaveLength(1);
});
