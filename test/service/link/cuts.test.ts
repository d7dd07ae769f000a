import {expect} from 'vitest';
import {tempFolder} from '../../cli/temp-folder.ts';
import {dataFile} from '../open-service.ts';
import {aGame, fastClock, link, observed, openHub, openMachine} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

const before = (at: string) => ({at, when: 'before' as const});
const after = (at: string) => ({at, when: 'after' as const});

testEngines(
	'an order is carried out once and confirmed, wherever the connection is cut',
	async ({makePlace, isShared}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {nodeId, token} = await hub.addNode();
		const machine = await openMachine({data: dataFile()});
		const game = await aGame();
		const id = await machine.add({
			...observed(game.port),
			saveCommand: 'save',
			backup: {directory: tempFolder()},
		});
		link(machine.service, {url: hub.url, token, clock: fastClock});
		await hub.nodeIs(nodeId, 'ONLINE');
		await hub.becomes(id, 'RUNNING');
		const named = (all: readonly {context: Record<string, unknown> | null; state: string}[], name: string) =>
			all.filter(({context}) => context?.['backupName'] === name).map(({state}) => state);
		// Those on a new connection take a second each on PostgreSQL.
		const again = isShared ? [] : ['hello', 'welcome', 'server', 'complete', 'order', 'report', 'stored'];
		const trials = [
			[before('order')],
			[after('order')],
			[before('report')],
			[after('report')],
			[before('stored')],
			[after('stored')],
			[before('task')],
			[after('task')],
			...again.flatMap(at => [
				[before('order'), before(at)],
				[before('order'), after(at)],
			]),
		];
		for (const [index, cuts] of trials.entries()) {
			const name = `trial ${index}`;
			await hub.nodeIs(nodeId, 'ONLINE');
			hub.cuts.push(...cuts);
			// Until the hub has stored that the last cut connection is lost and the next one is there, it may refuse the order.
			await waitFor(() => hub.act(id, 'backup', {name}));
			await waitFor(async () =>
				expect({
					cuts: hub.cuts,
					there: named(machine.service.context.store.tasks.all(), name),
					here: named(await hub.stored.tasks(nodeId), name),
					orders: (await hub.stored.orders(nodeId)).length,
				}).toEqual({cuts: [], there: ['SUCCEEDED'], here: ['SUCCEEDED'], orders: 0}),
			);
		}
		expect((await hub.stored.notifications()).filter(message => message.includes('was not'))).toEqual([]);
	},
);

testEngines(
	'a command whose connection is cut is not sent again, and its answer arrives once',
	async ({makePlace}) => {
		const hub = await openHub({...(await makePlace()), clock: fastClock});
		const {nodeId, token} = await hub.addNode();
		const machine = await openMachine();
		const game = await aGame();
		const id = await machine.add(observed(game.port));
		const {events} = link(machine.service, {url: hub.url, token, clock: fastClock});
		await hub.becomes(id, 'RUNNING');
		const trials = [
			{cuts: [before('command')], runs: 0},
			{cuts: [after('command')], runs: 1},
			{cuts: [before('report')], runs: 1},
			{cuts: [after('report')], runs: 1},
			{cuts: [before('stored')], runs: 1},
		];
		const connections = () => events.filter(({kind}) => kind === 'linked').length;
		for (const [index, {cuts, runs}] of trials.entries()) {
			const command = `trial ${index}`;
			await waitFor(() => expect(connections()).toBe(index + 1));
			await hub.nodeIs(nodeId, 'ONLINE');
			hub.cuts.push(...cuts);
			const waits = hub.post(`/server/${id}/rcon?await=true&timeoutMs=${runs === 0 ? 1000 : 60_000}`, {
				command,
			});
			expect(await waits).toMatchObject({status: runs === 0 ? 408 : 200});
		}
		const sent = (commands: readonly {command: string}[]) =>
			commands.map(({command}) => command).filter(command => command.startsWith('trial'));
		const expected = ['trial 1', 'trial 2', 'trial 3', 'trial 4'];
		expect(game.commands.filter(command => command.startsWith('trial'))).toEqual(expected);
		expect(sent(await hub.stored.commands(id))).toEqual(expected);
		expect(sent(machine.service.context.store.commands.of(id).commands)).toEqual(expected);
	},
);
