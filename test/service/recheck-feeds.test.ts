import {expect, onTestFinished, test, vi} from 'vitest';
import {recheckFeeds} from '../../src/service/broker/recheck-feeds.ts';
import {Refusal} from '../../src/service/http/refusal.ts';
import {openService, stompClient} from './open-service.ts';

test('a feed ends within a minute after another instance removes its application', async () => {
	const {demo, clock, call, pass} = await openService();
	const {context, broker} = demo;
	let isAway = false;
	const onBug = vi.fn<(bug: unknown) => void>();
	const read: typeof context.records.read = async work => {
		if (isAway) throw new Refusal('general.not_carried_out');
		return context.records.read(work);
	};
	onTestFinished(recheckFeeds({clock, records: {...context.records, read}}, broker, onBug));
	const body = {name: 'bot', permissions: ['ACCESS_SERVERS']};
	const bot = (await call('POST', '/team/team/application-user', body)).body;
	const closed = vi.fn<() => void>();
	for (const token of [String(bot['token']), demo.credentials.token]) {
		const client = stompClient(demo, {'Application-Token': token});
		if (token === bot['token']) client.onStompError = closed;
		client.activate();
	}
	await pass(100);
	expect(broker.applications()).toEqual(new Set([bot['id'], 'app-rcondeck']));
	context.store.applications.remove(String(bot['id']));
	isAway = true;
	await pass(60_000);
	expect(closed).not.toHaveBeenCalled();
	isAway = false;
	await pass(60_000);
	expect(closed).toHaveBeenCalledOnce();
	expect(broker.applications()).toEqual(new Set(['app-rcondeck']));
	expect(onBug).not.toHaveBeenCalled();
});
