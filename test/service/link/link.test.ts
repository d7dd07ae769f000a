import {expect} from 'vitest';
import {aGame, aProcess, link, observed, openHub, openMachine} from './open-link.ts';
import {testEngines} from './engines.ts';
import {waitFor} from '../../helpers/wait-for.ts';

testEngines(
	'the servers of another machine appear, are started and stopped, and answer commands',
	async ({makePlace}) => {
		const hub = await openHub(await makePlace());
		const {nodeId, token} = await hub.addNode('cellar');
		const machine = await openMachine();
		const game = await aGame();
		const watched = await machine.add(observed(game.port), {displayName: 'watched'});
		const own = await machine.add(aProcess(), {displayName: 'own'});
		await machine.becomes(own, 'STOPPED');
		const {events} = link(machine.service, {url: hub.url, token});
		await hub.nodeIs(nodeId, 'ONLINE');
		expect(events).toEqual([{kind: 'linked', node: 'cellar'}]);
		await hub.becomes(watched, 'RUNNING');
		await hub.becomes(own, 'STOPPED');
		expect(await hub.rcon(watched, 'list')).toEqual({status: 200, response: 'did list'});
		expect(game.commands).toContain('list');
		await hub.act(own, 'start');
		await hub.becomes(own, 'RUNNING');
		const used = {cpuPercent: expect.any(Number) as number, memoryBytes: expect.any(Number) as number};
		await waitFor(async () => expect((await hub.shows(own)).body).toMatchObject(used));
		expect(Object.keys((await hub.shows(watched)).body)).not.toContain('cpuPercent');
		await hub.act(own, 'stop');
		await hub.becomes(own, 'STOPPED');
		await waitFor(async () => expect(Object.keys((await hub.shows(own)).body)).not.toContain('memoryBytes'));
		await machine.becomes(own, 'STOPPED');
		expect(await hub.stored.orders(nodeId)).toEqual([]);
		expect(await hub.stored.notifications()).toEqual([]);
	},
);

testEngines('the problem of a console on another machine is shown with the server', async ({makePlace}) => {
	const hub = await openHub(await makePlace());
	const {token} = await hub.addNode('cellar');
	const machine = await openMachine({env: {WORD: 'guess'}});
	const game = await aGame();
	const id = await machine.add(observed(game.port), {displayName: 'locked'});
	link(machine.service, {url: hub.url, token});
	await hub.becomes(id, 'RUNNING');
	const problem = {state: 'RUNNING', consoleProblem: 'The game refused the RCON password.', problem: null};
	await waitFor(async () => expect((await hub.shows(id)).body).toMatchObject(problem));
});
