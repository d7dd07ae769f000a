import {expect, test} from 'vitest';
import {observeServers} from '../../../src/app/trends/trends-state.ts';
import {aServer, startAt} from '../../helpers/builders.ts';

const servers = (count: number, prefix: string) =>
	Array.from({length: count}, (_, index) => aServer({id: `${prefix} ${index}`}));

test('keeps the history of servers that may come back, up to a limit', () => {
	const own = servers(3, 'own');
	const many = servers(2000, 'foreign');
	const polled = (state: ReturnType<typeof observeServers>, list: typeof own, seconds: number) =>
		observeServers(state, {
			at: startAt + seconds * 1000,
			previousAt: seconds === 0 ? undefined : startAt,
			list,
			changed: () => list,
		});
	const first = polled(new Map(), own, 0);
	const flooded = polled(first, [...own, ...many], 1);
	expect(flooded.size).toBe(2003);
	const away = polled(flooded, own.slice(1), 2);
	expect(away.has('own 0')).toBe(true);
	expect(away.size).toBe(2 + 1000);
	expect(polled(away, own, 3).size).toBe(3 + 1000 - 1);
});
