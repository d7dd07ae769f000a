import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {expect, test} from 'vitest';
import {stompService, textOf} from '../helpers/stomp-service.ts';
import {openService, openShipped} from './shipped.ts';

const bundle = path.resolve(import.meta.dirname, '../../dist/rcondeck.mjs');

test('warnings of Node never reach the screen', async () => {
	const {env} = await openService();
	const {folder} = openShipped({});
	const spy = path.join(folder, 'spy.mjs');
	// Before, during and after the program.
	writeFileSync(
		spy,
		`const warn = () => process.emitWarning('of nothing', 'TimeoutOverflowWarning');
		setImmediate(warn);
		const fetched = process.stdout.write;
		process.stdout.write = (...given) => (warn(), fetched.apply(process.stdout, given));`,
	);
	const rcondeck = openShipped({program: [process.execPath, '--import', spy, bundle], env});
	const {code, out, err} = await rcondeck.run(['servers', '--json']);
	expect({code, err}).toEqual({code: 0, err: ''});
	expect(JSON.parse(out)).toMatchObject({servers: {length: 3}});
});

test('follows a broker whose heart-beat interval exceeds any timer, without a warning of Node', async () => {
	const {env} = await openService();
	const beats = '9999999999,9999999999';
	const peer = await stompService({
		connected: {version: '1.2', 'heart-beat': beats},
		onFrame: ({command}, socket) => {
			if (command !== 'SUBSCRIBE') return;
			const head = {subscription: 'sub-0', 'message-id': '1', destination: 'd'};
			socket.send(textOf('MESSAGE', head, JSON.stringify({serverId: 's', state: 'ONLINE'})));
		},
	});
	const rcondeck = openShipped({env: {...env, RCONDECK_FEED_URL: peer.url}});
	const {says, kill, ended} = rcondeck.start(['feed']);
	await says('ONLINE');
	kill('SIGINT');
	const {code, err} = await ended;
	expect(code).toBe(130);
	expect(err).toMatch(/^(rcondeck: feed …\n)+rcondeck: feed LIVE\n$/);
	expect(peer.beats()).toBe(0);
});
