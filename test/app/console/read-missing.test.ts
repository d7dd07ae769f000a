import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {consoleView} from '../../../src/app/console/read/view.ts';
import {openSession} from '../../../src/app/session.ts';
import {noFrontEnd} from '../../../src/cli/start/settings.ts';
import {readJournalFile} from '../../../src/journal/reader.ts';
import {linesIn} from '../../helpers/builders.ts';
import {testSettings} from '../../helpers/fake-services.ts';
import {manualClock} from '../../helpers/manual-clock.ts';
import {openTestDemo, serviceOf, type ServiceOfApp} from '../../helpers/service-of-app.ts';
import {journalFolder, sessionJournal} from '../../helpers/temp-journal.ts';

type Wishes = {feed?: 'on' | 'off'; isHosted?: boolean; length?: number; first?: number};

/** A session on a service with stored commands of Alpha, of which only the newest fit into a list. */
async function open({feed = 'off', isHosted = false, length = 100_000, first = 30}: Wishes = {}) {
	const clock = manualClock();
	const demo = await openTestDemo(clock);
	let count = 0;
	const add = (many: number) => {
		for (let n = 0; n < many; n++) {
			const command = {command: `cvarlist ${count}`, commandId: `c${count}`, timestamp: clock.now() + count};
			demo.context.store.commands.add('alpha', {...command, response: 'x'.repeat(length)}, 500);
			count++;
		}
	};
	add(first);
	const world = {fails: false};
	const service: ServiceOfApp = await serviceOf({
		clock,
		demo,
		credentials: 'token',
		between: async (request, pass) => {
			const isOne = new URL(request.url).pathname === '/server/alpha';
			if (isOne && world.fails) return new Response('', {status: 503});
			const response = await pass();
			if (!isHosted || !request.url.includes('by-team')) return response;
			const servers = (await response.json()) as Record<string, unknown>[];
			return Response.json(
				servers.map(({olderCommands: _older, newestCommandId: _newest, ...server}) => server),
			);
		},
		feed,
		readOnly: false,
		capabilities: {},
		middleware: [],
		sockets: false,
	});
	const folder = journalFolder();
	const begin = () => {
		let ids = 0;
		const session = openSession({
			api: service.api,
			openFeed: service.openFeed,
			clock,
			newId: () => `id-${++ids}`,
			random: () => 0.5,
			settings: {...testSettings, profile: {...testSettings.profile, isDemo: false}},
			journal: sessionJournal(folder, clock),
			frontEnd: noFrontEnd(),
		});
		onTestFinished(session.close);
		return session.services.store;
	};
	const reads = () => service.asked.filter(({path: at}) => at === '/server/alpha').length;
	const stored = () => Array.from({length: count}, (_, index) => `cvarlist ${index}`);
	const inJournal = () =>
		(readJournalFile(path.join(folder, 'journal.db'), undefined, {limit: 1000}) ?? []).flatMap(line =>
			line.kind === 'command' ? [line.text] : [],
		);
	return {clock, add, world, begin, reads, stored, inJournal};
}

type Store = ReturnType<Awaited<ReturnType<typeof open>>['begin']>;

const shownIn = (store: Store) =>
	linesIn(store.getState(), 'alpha').flatMap(line => (line.kind === 'command' ? [line.command] : []));

const hasGap = (store: Store) => {
	store.dispatch({type: 'view/changed', change: {currentId: 'alpha'}});
	return consoleView(store.getState()).document.rules.some(({what}) => what.kind === 'missing');
};

test('reads commands that a list leaves out, shows a gap until then, and shows nothing twice', async () => {
	const {clock, add, world, begin, reads, stored, inJournal} = await open();
	world.fails = true;
	const store = begin();
	await clock.advance(1000);
	expect(shownIn(store).length).toBeLessThan(30);
	expect(hasGap(store)).toBe(true);
	for (let waited = 0; waited < 60; waited += 5) await clock.advance(5000);
	// With retries of the client itself, but not with every poll.
	expect(reads()).toBeLessThan(12);
	expect(hasGap(store)).toBe(true);
	world.fails = false;
	for (let waited = 0; waited < 300; waited += 5) await clock.advance(5000);
	expect(shownIn(store)).toEqual(stored());
	expect(hasGap(store)).toBe(false);
	const before = reads();
	// These follow on the known ones.
	add(2);
	await clock.advance(10_000);
	expect(shownIn(store)).toEqual(stored());
	expect(reads()).toBe(before);
	// And these do not.
	add(25);
	await clock.advance(10_000);
	expect(shownIn(store)).toEqual(stored());
	expect(reads()).toBe(before + 1);
	for (let waited = 0; waited < 60; waited += 5) await clock.advance(5000);
	expect(reads()).toBe(before + 1);
	expect(inJournal().toSorted()).toEqual(stored().toSorted());
});

test('a server none of whose commands fits into the list is read once, and again after its next command', async () => {
	const {clock, add, begin, reads, stored} = await open({length: 2_000_000, first: 1});
	const store = begin();
	for (let waited = 0; waited < 60; waited += 5) await clock.advance(5000);
	expect(reads()).toBe(1);
	add(1);
	for (let waited = 0; waited < 60; waited += 5) await clock.advance(5000);
	expect(reads()).toBe(2);
	expect(shownIn(store)).toEqual(stored());
	expect(hasGap(store)).toBe(false);
});

test('with a feed, a list that left out older commands is read once', async () => {
	const {clock, begin, reads, stored} = await open({feed: 'on'});
	const store = begin();
	for (let waited = 0; waited < 60; waited += 5) await clock.advance(5000);
	expect(shownIn(store)).toEqual(stored());
	expect(reads()).toBe(1);
});

test('does not query a service that does not count omitted commands', async () => {
	const {clock, add, begin, reads} = await open({isHosted: true});
	const store = begin();
	await clock.advance(1000);
	add(25);
	for (let waited = 0; waited < 60; waited += 5) await clock.advance(5000);
	expect(reads()).toBe(0);
	expect(hasGap(store)).toBe(false);
});
