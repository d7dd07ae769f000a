import {expect, test} from 'vitest';
import type {Account} from '../../../src/service/access/accounts.ts';
import {openBroker} from '../../../src/service/broker/broker.ts';
import {Refusal} from '../../../src/service/http/refusal.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

const account: Account = {id: 'app', name: 'Ada', teamId: 'team', permissions: ['ALL']};
const connectFrame = 'CONNECT\naccept-version:1.2\n\n\0';
const subscribe = (id: number) => `SUBSCRIBE\nid:${id}\ndestination:/topic/team/team\nreceipt:${id}\n\n\0`;

/** A client whose credentials are being checked. */
function aWaitingClient() {
	const clock = manualClock();
	const checked = Promise.withResolvers<Account | undefined>();
	const bugs: unknown[] = [];
	const broker = openBroker({
		clock,
		random: () => 0.5,
		newId: () => 'id',
		signIn: {
			accountOf: () => checked.promise,
			refuse: () => new Refusal('general.unauthorized'),
			failed: () => {},
			blocked: () => undefined,
		},
		cutSilent: true,
		refusesEarly: false,
		onEvent: () => {},
		onBug: bug => void bugs.push(bug),
	});
	const sent: string[] = [];
	const peer = {
		send: (text: string) => void sent.push(text.split('\n', 2).join(' ')),
		close: (code: number) => void sent.push(`close ${code}`),
		waitingBytes: () => 0,
	};
	const client = broker.accept(peer, () => undefined);
	client.receive(connectFrame);
	const settle = () => clock.advance(0);
	return {broker, bugs, checked, client, clock, sent, settle};
}

test('frames that arrive while credentials are checked are handled afterward, in order', async () => {
	const {checked, client, sent, settle} = aWaitingClient();
	client.receive(subscribe(1));
	client.receive(subscribe(2));
	await settle();
	expect(sent).toEqual([]);
	checked.resolve(account);
	await settle();
	expect(sent).toEqual(['CONNECTED version:1.2', 'RECEIPT receipt-id:1', 'RECEIPT receipt-id:2']);
});

test('a client cannot send any amount while its credentials are checked', () => {
	const {client, sent} = aWaitingClient();
	client.receive(subscribe(1));
	client.receive(`SEND\n\n${'x'.repeat(64 * 1024)}`);
	expect(sent).toEqual(['ERROR message:The first frame must be CONNECT.', 'close 1002']);
});

test('an application that is revoked while its credentials are checked does not sign in', async () => {
	const {broker, checked, sent, settle} = aWaitingClient();
	broker.endSessions('another');
	broker.endSessions(account.id);
	checked.resolve(account);
	await settle();
	expect(sent).toEqual(['ERROR message:The credentials are no longer valid.', 'close 1002']);
});

test.each([
	{cause: new Refusal('general.not_carried_out'), reported: 0},
	{cause: new TypeError('a bug'), reported: 1},
])('a check that fails with $cause ends the connection with a message', async ({cause, reported}) => {
	const {bugs, checked, sent, settle} = aWaitingClient();
	checked.reject(cause);
	await settle();
	expect(sent).toEqual([
		'ERROR message:The credentials cannot be checked now. Try again later.',
		'close 1002',
	]);
	expect(bugs).toHaveLength(reported);
});

test('a connection that ends during the check, or waits too long for it, stays closed', async () => {
	const ended = aWaitingClient();
	ended.client.closed();
	ended.checked.resolve(account);
	await ended.settle();
	expect(ended.sent).toEqual([]);
	const late = aWaitingClient();
	await late.clock.advance(7000);
	late.checked.resolve(account);
	await late.settle();
	expect(late.sent).toEqual(['close 1002']);
});
