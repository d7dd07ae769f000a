import {expect, test} from 'vitest';
import type {Account} from '../../../src/service/access/accounts.ts';
import {openBroker} from '../../../src/service/broker/broker.ts';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const account: Account = {id: 'app', name: 'Ada', teamId: 'team', permissions: ['ALL']};
const frame = (command: string, ...headers: string[]) => `${[command, ...headers].join('\n')}\n\n\0`;

/** Sends frames after CONNECT and returns the first two lines of each frame that it gets, and the close. */
async function answersTo(frames: string[], habits: {receipts?: boolean} = {}): Promise<string[]> {
	const clock = manualClock();
	const broker = openBroker({
		clock,
		random: () => 0.5,
		newId: () => 'id',
		signIn: {
			accountOf: async () => account,
			refuse: () => new Refusal('general.unauthorized'),
			failed: () => {},
			blocked: () => undefined,
		},
		cutSilent: true,
		refusesEarly: false,
		onEvent: () => {},
		onBug: bug => {
			throw bug;
		},
	});
	Object.assign(broker.faults, habits);
	const sent: string[] = [];
	const peer = {
		send: (text: string) => void sent.push(text.slice(0, text.indexOf('\n\n')).replaceAll('\n', ' ')),
		close: (code: number) => void sent.push(`close ${code}`),
		waitingBytes: () => 0,
	};
	const client = broker.accept(peer, () => undefined);
	client.receive(frame('CONNECT', 'accept-version:1.2'));
	await clock.advance(0);
	for (const each of frames) client.receive(each);
	return sent.slice(1);
}

const topic = 'destination:/topic/team/team';

test.each([
	['SUBSCRIBE', frame('SUBSCRIBE', 'id:1', topic, 'receipt:a')],
	['UNSUBSCRIBE', frame('UNSUBSCRIBE', 'id:1', 'receipt:a')],
	['ACK', frame('ACK', 'id:1', 'receipt:a')],
	['NACK', frame('NACK', 'id:1', 'receipt:a')],
	['BEGIN', frame('BEGIN', 'transaction:t', 'receipt:a')],
	['COMMIT', frame('COMMIT', 'transaction:t', 'receipt:a')],
	['ABORT', frame('ABORT', 'transaction:t', 'receipt:a')],
])('a %s that requests a receipt gets it', async (_command, text) => {
	expect(await answersTo([text])).toEqual(['RECEIPT receipt-id:a']);
});

test('receipts come in the order of the frames, and that of DISCONNECT before the end', async () => {
	const frames = [
		frame('SUBSCRIBE', 'id:1', topic, 'receipt:first'),
		frame('SUBSCRIBE', 'id:2', topic),
		frame('UNSUBSCRIBE', 'id:1', 'receipt:second'),
		frame('DISCONNECT', 'receipt:last'),
	];
	const confirmed = ['first', 'second', 'last'].map(id => `RECEIPT receipt-id:${id}`);
	expect(await answersTo(frames)).toEqual([...confirmed, 'close 1000']);
});

test.each([
	['a SEND', frame('SEND', topic, 'receipt:a')],
	['a SUBSCRIBE without an id', frame('SUBSCRIBE', topic, 'receipt:a')],
	["a SUBSCRIBE to another team's topic", frame('SUBSCRIBE', 'id:1', 'destination:/topic/x', 'receipt:a')],
	['an UNSUBSCRIBE without an id', frame('UNSUBSCRIBE', 'receipt:a')],
	['an unknown command', frame('LISTEN', 'receipt:a')],
])('%s gets an ERROR that names its receipt, and no RECEIPT', async (_what, text) => {
	const [error = '', ...rest] = await answersTo([text]);
	expect(error).toMatch(/^ERROR message:\S.* receipt-id:a/);
	expect(rest).toEqual(['close 1002']);
});

test('like Spring, a broker without receipts confirms only DISCONNECT', async () => {
	const frames = [frame('SUBSCRIBE', 'id:1', topic, 'receipt:a'), frame('DISCONNECT', 'receipt:b')];
	expect(await answersTo(frames, {receipts: false})).toEqual(['RECEIPT receipt-id:b', 'close 1000']);
});
