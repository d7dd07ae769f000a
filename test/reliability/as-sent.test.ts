import path from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import type {Action} from '../../src/actions/action.ts';
import type {ActionContext} from '../../src/actions/context.ts';
import {restart} from '../../src/actions/power.ts';
import {watch} from '../../src/actions/watch.ts';
import {sendAction} from '../../src/app/dialogs/open-dialog.ts';
import {sendToSeveral} from '../../src/app/console/send/send-line.ts';
import {runTyped} from '../../src/app/console/send/send-command.ts';
import {stopTyped} from '../../src/app/console/send/rcon-queue.ts';
import {isOver} from '../../src/app/jobs/jobs-state.ts';
import type {Program} from '../../src/app/kernel/state/program.ts';
import {timelineRows} from '../../src/app/timeline/timeline-view.ts';
import {readJournalFile} from '../../src/journal/reader.ts';
import type {Demo} from '../../src/demo/index.ts';
import {linesIn} from '../helpers/builders.ts';
import {testSettings} from '../helpers/fake-services.ts';
import {manualClock, type ManualClock} from '../helpers/manual-clock.ts';
import {openTestSession} from '../helpers/open-session.ts';
import {openTestDemo, type Between} from '../helpers/service-of-app.ts';
import {journalFolder, sessionJournal} from '../helpers/temp-journal.ts';
import {seeded, type Chance} from '../app/console/integrity/seeded.ts';
import {activityText} from '../../src/actions/activity.ts';

/** More are tried with `SEEDS=…`, and one with `SEED=…`. */
const {SEED, SEEDS = '4'} = process.env;
const seeds =
	SEED === undefined ? Array.from({length: Number(SEEDS)}, (_, index) => index + 1) : [Number(SEED)];

// On real sockets, games would answer in real time, minutes late by the clock of the test and perhaps after its end.
vi.mock(import('../../src/service/console/keep-open.ts'), () => ({
	runOnce: async (_connect, {command}) => `done: ${command}`,
}));

type Post = {serverId: string; tag: string; isRcon: boolean; wasInJournal: boolean};

const answer = (status: number, headers = {}, body = '') => new Response(body, {status, headers});
const broken = (code: string) =>
	Object.assign(new TypeError('fetch failed'), {cause: Object.assign(new Error(code), {code})});

/** What may happen to a POST on its way to the service and back. */
function faultsOf(clock: ManualClock): ((service: () => Promise<Response>) => Promise<Response>)[] {
	const after = (ms: number) => new Promise<void>(resolve => void clock.after(ms, resolve));
	return [
		async service => service(),
		async service => service(),
		async () => answer(429),
		async () => answer(429, {'retry-after': '30'}),
		async () => answer(409, {'content-type': 'application/json'}, '{"error":"server.is_not_online"}'),
		async () => answer(500),
		async () => answer(503, {'retry-after': '1'}),
		async () => {
			throw broken('ECONNRESET');
		},
		async service => {
			await service();
			throw broken('ECONNRESET');
		},
		async service => (await service(), answer(504)),
		async service => (await service(), answer(200, {'content-type': 'application/json'}, '{"cut":')),
		async service => (await after(7000), service()),
		async service => {
			const late = await service();
			await after(12_000);
			return late;
		},
	];
}

/** Not what the service announces before a delayed restart. */
const isTyped = (command: string) => command.startsWith('say t');
const tagIn = (text: string) => /t\d+e/.exec(decodeURIComponent(text))?.[0];

/** Two sessions on one service share a journal, and do everything that sends something. */
async function openWorld(chance: Chance) {
	const clock = manualClock();
	const demo = await openTestDemo(clock);
	const folder = journalFolder();
	const file = path.join(folder, 'journal.db');
	const posts: Post[] = [];
	const faults = faultsOf(clock);
	let hasFaults = true;
	const between: Between = async (request, service) => {
		if (request.method !== 'POST') return service();
		const at = new URL(request.url).pathname;
		const tag = tagIn(request.url) ?? tagIn(await request.clone().text());
		const serverId = /\/server\/([^/]+)/.exec(at)?.[1] ?? '';
		if (tag === undefined) return service();
		const isRcon = at.includes('/rcon');
		const lines = readJournalFile(file) ?? [];
		const wasInJournal = lines.some(line => line.serverId === serverId && JSON.stringify(line).includes(tag));
		posts.push({serverId, tag, isRcon, wasInJournal});
		return hasFaults ? chance.pick(faults as [(typeof faults)[0]])(service) : service();
	};
	const open = async (name: string) => {
		const journal = sessionJournal(folder, clock);
		await journal.lastChanges();
		const {session} = await openTestSession(clock, demo, {
			between,
			feed: chance.pick(['on', 'on', 'off', 'silent']),
			settings: {profile: {...testSettings.profile, isDemo: false}},
			journal,
			ids: name,
		});
		onTestFinished(session.close);
		return session.services;
	};
	const sessions = [await open('one'), await open('two')] as const;
	await clock.advance(1000);
	return {clock, demo, file, posts, sessions, endFaults: () => (hasFaults = false)};
}

function planOf(
	program: Program,
	action: Action,
	serverIds: readonly string[],
	typed: Record<string, string>,
) {
	const state = program.store.getState();
	const servers = serverIds.flatMap(id => state.fleet.servers.get(id) ?? []);
	const [server] = servers;
	if (!server) throw new TypeError('no server');
	const context: ActionContext = {
		server,
		servers,
		subject: undefined,
		file: undefined,
		now: program.clock.now(),
		// The service is to refuse what is scheduled already.
		known: {...program.knownToActions(state), pendingOn: () => []},
		settings: program.settings,
		checksStates: false,
		isUtc: true,
	};
	const checked = action.check(context, typed);
	if ('problems' in checked) throw new TypeError(JSON.stringify(checked.problems));
	return checked.plan;
}

const both = ['alpha', 'bravo'];

/** Sends something with this text, in one of the ways in which a user can. */
function send(program: Program, chance: Chance, tag: string): void {
	const serverId = chance.pick(['alpha', 'bravo']);
	const delayed = {delay: '60m', message: `announced ${tag}`};
	const ways: (() => void)[] = [
		() => void runTyped(program, serverId, `say ${tag}`),
		() => void runTyped(program, serverId, `say ${tag}`),
		() => void runTyped(program, serverId, `& say ${tag}`),
		() => sendToSeveral(program, both, `say ${tag}`),
		() => void sendAction(program, planOf(program, restart, [serverId], delayed), [serverId]),
		() => {
			const typed = {...delayed, atOnce: '1', gate: 'accepted', deadline: '60'};
			void sendAction(program, planOf(program, restart, both, typed), both);
		},
	];
	chance.pick(ways as [() => void])();
}

const openStatuses = new Set(['pending', 'queued']);

async function storedBy(demo: Demo) {
	const {token} = demo.credentials;
	const request = new Request('http://demo/server/by-team/team', {headers: {'Application-Token': token}});
	const servers = (await (await demo.fetch(request)).json()) as {
		id: string;
		commands?: {command: string}[];
	}[];
	return servers.flatMap(({id, commands = []}) =>
		commands.flatMap(({command}) => (isTyped(command) ? [`${id} ${command}`] : [])),
	);
}

test.each(seeds)('screens, journal and service agree on every command and action: seed %s', async seed => {
	const chance = seeded(seed);
	const {clock, demo, file, posts, sessions, endFaults} = await openWorld(chance);
	const tags: string[] = [];
	const watched = planOf(sessions[0], watch, ['bravo'], {command: 'ListPlayers', interval: '30'});
	void sendAction(sessions[0], watched, ['bravo']);
	for (let n = 0; n < 25; n++) {
		const tag = `t${n}e`;
		tags.push(tag);
		const program = chance.pick([sessions[0], sessions[1]]);
		if (chance.percent(20)) demo.faults.slowRcon(chance.pick(both as ['alpha']), chance.pick([0, 300, 7000]));
		send(program, chance, tag);
		if (chance.percent(10)) stopTyped(program, undefined);
		await clock.advance(chance.pick([0, 20, 400, 3000, 9000]));
	}
	endFaults();
	for (const id of both) demo.faults.slowRcon(id, 0);
	for (let waited = 0; waited < 400_000; waited += 5000) await clock.advance(5000);

	// The service got no request twice, and the journal had each before.
	const names = posts.map(({serverId, tag, isRcon}) => `${serverId} ${tag} ${isRcon}`);
	expect(names.toSorted()).toEqual([...new Set(names)].sort());
	expect(posts.filter(({wasInJournal}) => !wasInJournal)).toEqual([]);

	// Every entry of the journal is one command, and the own ones are the user's.
	const stored = await storedBy(demo);
	const lines = readJournalFile(file, undefined, {limit: 10_000}) ?? [];
	const commands = lines.flatMap(({kind, serverId = '', text = '', origin, status}) =>
		kind === 'command' && isTyped(text) ? [{name: `${serverId} ${text}`, origin, status}] : [],
	);
	const sentCommands = posts.filter(({isRcon}) => isRcon).map(({serverId, tag}) => `${serverId} say ${tag}`);
	expect(commands.map(({name}) => name).toSorted()).toEqual(sentCommands.toSorted());
	expect(commands.filter(({origin}) => origin !== 'me')).toEqual([]);
	const ran = (statuses: readonly string[]) =>
		commands.flatMap(({name, status}) => (statuses.includes(status ?? '') ? [name] : []));
	expect(ran(['answered', 'late']).toSorted()).toEqual(stored.toSorted());

	// Every command on a screen has an outcome, and it is the one in the journal.
	for (const {store} of sessions) {
		const state = store.getState();
		for (const serverId of both) {
			const own = linesIn(state, serverId).flatMap(line =>
				line.kind === 'command' && isTyped(line.command) ? [line] : [],
			);
			expect(own.filter(({status}) => openStatuses.has(status))).toEqual([]);
			expect(own.filter(({origin}) => origin === 'other')).toEqual([]);
			const answered = own.filter(({status}) => status === 'answered' || status === 'late');
			const ofServer = stored.filter(name => name.startsWith(serverId));
			const shown = answered.map(({command}) => `${serverId} ${command}`);
			const feed = state.feed.status;
			const missing = ofServer.filter(name => !shown.includes(name));
			expect(
				missing.map(name => ({name, feed, lines: own.filter(line => name.endsWith(line.command))})),
			).toEqual([]);
			expect(shown.toSorted()).toEqual(ofServer.toSorted());
		}
		expect(
			state.jobs.flatMap(({status, steps}) =>
				status === 'running' ? steps.filter(step => !isOver(step)) : [],
			),
		).toEqual([]);
	}

	// Every restart has one record per server, with an outcome.
	const acts = lines.flatMap(({activity, serverId = ''}) =>
		activity?.type === 'action' && activity.action === 'restart'
			? [{name: `${serverId} ${tagIn(JSON.stringify(activity.input))}`, outcome: activity.outcome}]
			: [],
	);
	const restarts = posts.filter(({isRcon}) => !isRcon).map(({serverId, tag}) => `${serverId} ${tag}`);
	expect(acts.map(({name}) => name).toSorted()).toEqual(restarts.toSorted());
	expect(acts.filter(({outcome}) => outcome === 'pending')).toEqual([]);

	// The timeline of each session has the same, with the same outcome.
	const recorded = lines.flatMap(({activity, server}) =>
		activity?.type === 'action' && activity.action === 'restart'
			? [`${server} ${activityText(activity)}`]
			: [],
	);
	for (const {store} of sessions) {
		const state = store.getState();
		const shown = timelineRows(state, {kinds: 'actions', text: ''});
		const restarted = shown
			.filter(({kind, text}) => kind === 'action' && /^restart/i.test(text))
			.map(({server, text}) => `${server} ${text.replace(' (from another session)', '')}`);
		expect(restarted.toSorted()).toEqual(recorded.toSorted());
	}
});
