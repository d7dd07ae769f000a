import {expect, test, vi} from 'vitest';
import {Secret} from '../../../src/lib/secrets/secret.ts';
import {stompService, textOf} from '../../helpers/stomp-service.ts';
import {follow} from './follow.ts';
import {waitFor} from '../../helpers/wait-for.ts';
import {cpuMs} from '../../helpers/cpu-time.ts';

test.each([
	{version: '1.2', destination: String.raw`/queue/a\cb\\c`},
	{version: '1.1', destination: String.raw`/queue/a:b\c`},
])('escapes headers where STOMP $version does, and never in CONNECT', async ({version, destination}) => {
	const peer = await stompService({connected: {version}});
	const destinations = [String.raw`/queue/a:b\c`];
	const {is} = follow(peer.url, {destinations, passcode: new Secret(String.raw`a:b\c`)});
	await is('live');
	expect(peer.frames).toMatchObject([
		{command: 'CONNECT', headers: {passcode: String.raw`a:b\c`}},
		{command: 'SUBSCRIBE', headers: {destination}},
	]);
});

test.each(['1.1', '1.2'])(
	'reads escaped words of an error, before CONNECTED as well as later (STOMP %s)',
	async version => {
		let isFirst = true;
		const error = textOf('ERROR', {message: String.raw`Denied\c why`}, '');
		const peer = await stompService({
			connected: undefined,
			onFrame: ({command}, socket) => {
				if (command === 'CONNECT') socket.send(isFirst ? error : textOf('CONNECTED', {version}, ''));
				else socket.send(error);
				isFirst = false;
			},
		});
		const {statuses} = follow(peer.url);
		const reasons = () => statuses().flatMap(status => ('reason' in status ? (status.reason ?? []) : []));
		await waitFor(() => expect(reasons()).toEqual(['Denied: why', 'Denied: why']));
	},
);

test('the first of repeated headers counts', async () => {
	const peer = await stompService();
	const {is, statuses} = follow(peer.url);
	await is('live');
	peer.open()[0]?.send('ERROR\nmessage:first\nmessage:second\n\n\0');
	await is('lost');
	expect(statuses().at(-1)).toMatchObject({reason: 'first'});
});

test('names of JavaScript in headers change nothing and print nothing', async () => {
	const log = vi.spyOn(console, 'log');
	const peer = await stompService();
	const {is, statuses, events} = follow(peer.url);
	await is('live');
	const names = ['__proto__', 'constructor', 'toString'];
	for (const name of names) {
		peer.say('RECEIPT', {'receipt-id': name, [name]: 'x'});
		peer.say('MESSAGE', {subscription: name}, `{"serverId":"s1","state":"${name}"}`);
	}
	await waitFor(() => expect(events()).toMatchObject(names.map(state => ({kind: 'state', state}))));
	expect(statuses().at(-1)).toEqual({status: 'live'});
	expect(log).not.toHaveBeenCalled();
});

test('a header of spaces does not occupy the program', async () => {
	const peer = await stompService();
	const {is, events} = follow(peer.url);
	await is('live');
	const startedAt = cpuMs();
	peer.say(
		'MESSAGE',
		{subscription: 'sub-0', x: `a${' '.repeat(60_000)}b`},
		'{"serverId":"s1","state":"ONLINE"}',
	);
	await waitFor(() => expect(events()).toHaveLength(1));
	expect(cpuMs() - startedAt).toBeLessThan(2000);
});
