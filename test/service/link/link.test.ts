import {expect} from 'vitest';
import {aGame, aProcess, link, observed, openHub, openMachine} from './open-link.ts';
import {testEngines} from './engines.ts';

testEngines(
	'the servers of another machine appear, are started and stopped, and answer commands',
	async ({makePlace}) => {
		const hub = await openHub(await makePlace());
		const {nodeId, token} = await hub.addNode('cellar');
		const machine = await openMachine();
		const game = await aGame();
		const watched = await machine.add(observed(game.port), {displayName: 'watched'});
		const own = await machine.add(aProcess(), {displayName: 'own'});
		await machine.becomes(own, 'OFFLINE');
		const {events} = link(machine.service, {url: hub.url, token});
		await hub.nodeIs(nodeId, 'ONLINE');
		expect(events).toEqual([{kind: 'linked', node: 'cellar'}]);
		await hub.becomes(watched, 'ONLINE');
		await hub.becomes(own, 'OFFLINE');
		expect(await hub.rcon(watched, 'list')).toEqual({status: 200, response: 'did list'});
		expect(game.commands).toContain('list');
		await hub.act(own, 'start');
		await hub.becomes(own, 'ONLINE');
		await hub.act(own, 'stop');
		await hub.becomes(own, 'OFFLINE');
		await machine.becomes(own, 'OFFLINE');
		expect(await hub.stored.orders(nodeId)).toEqual([]);
		expect(await hub.stored.notifications()).toEqual([]);
	},
);
