import {setImmediate} from 'node:timers/promises';
import {expect, test} from 'vitest';
import {collectGarbage} from '../helpers/collect-garbage.ts';
import {openApp} from '../helpers/open-app.ts';
import {messageOf} from '../reliability/soak-fill.ts';

test('frees old entries of all consoles while no list arrives', async () => {
	let isDown = false;
	const screen = await openApp({
		between: async (request, service) =>
			isDown && request.method === 'GET' ? new Response('', {status: 503}) : service(),
	});
	await screen.sees('feed LIVE');
	isDown = true;
	const {demo, program, clock} = screen;
	const ids = demo.context.store.servers.all().map(({id}) => id);
	const say = (number: number) => demo.context.broadcast(demo.teamId, messageOf(number, ids, clock));
	const consoles: WeakRef<object>[] = [];
	for (let number = 0; number < 12; number++) {
		say(number);
		await screen.waits(1000);
		consoles.push(new WeakRef(program.store.getState().console));
	}
	expect(new Set(consoles.map(ref => ref.deref())).size).toBeGreaterThan(6);
	await setImmediate();
	collectGarbage();
	const kept = consoles.slice(0, -2).filter(ref => ref.deref() !== undefined);
	expect(kept).toHaveLength(0);
});
