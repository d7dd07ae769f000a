import {expect, onTestFinished} from 'vitest';
import type {OwnSettings} from '../../src/contract/models/own-server.ts';
import type {Demo} from '../../src/demo/index.ts';
import {localNodeId} from '../../src/service/own/local-node.ts';
import {registerServer} from '../../src/service/own/register.ts';
import {openEconServer} from '../service/console/servers/econ-server.ts';
import {waitFor} from '../helpers/wait-for.ts';

/** A game with an econ console on the service of the demo. */
export async function anEconGame(demo: Demo) {
	const password = 'econ word';
	const game = await openEconServer({
		password,
		answer: command => {
			if (!command.startsWith('say ')) return `did ${command}`;
			game.print('chat', `*** ${command.slice(4)}`);
			return '';
		},
	});
	onTestFinished(game.close);
	const own: OwnSettings = {
		console: {
			kind: 'econ',
			host: '127.0.0.1',
			port: game.port,
			password: {command: `printf '${password}'`},
		},
		power: {kind: 'none'},
		stopMs: 2000,
		readyMs: 2000,
	};
	const added = {displayName: 'Tee', gameType: 'TEEWORLDS', own, isWanted: true};
	const {context} = demo;
	const {id} = await context.records.transact(records => registerServer(context, records, added));
	demo.context.agentOf(localNodeId).reopen(id);
	await waitFor(() => expect(demo.context.store.servers.get(id)?.state).toBe('ONLINE'));
	return {...game, id};
}
