import {expect, test} from 'vitest';
import {rollingOrder} from '../../src/actions/rolling.ts';
import {server} from '../helpers/headless-app.ts';

test('a rolling action starts with the servers that have the fewest players and alternates between nodes', () => {
	const at = (id: string, nodeName: string, onlinePlayers: number | undefined) =>
		server(id, 'ONLINE', {nodeName, onlinePlayers});
	const order = rollingOrder([
		at('a', 'x', 5),
		at('b', 'x', 0),
		at('c', 'y', 3),
		at('d', 'x', 1),
		at('e', 'y', 9),
		at('f', 'z', undefined),
		at('g', 'z', 8),
	]);
	// A server whose players are not known may be full, so it is the last of its node.
	expect(order.map(({id}) => id)).toEqual(['b', 'c', 'g', 'd', 'e', 'f', 'a']);
});
