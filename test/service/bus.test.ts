import {Client} from '@stomp/stompjs';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../src/lib/time/clock.ts';
import {openLocalBus} from '../../src/service/bus.ts';
import {openService} from '../../src/service/index.ts';

test('`send` delivers a message to each receiver of its kind, even if one fails', () => {
	const bugs: unknown[] = [];
	const bus = openLocalBus(bug => bugs.push(bug));
	const received: string[] = [];
	const problem = new TypeError('The receiver has a bug.');
	bus.on('revoked', () => {
		throw problem;
	});
	bus.on('revoked', ({applicationId}) => received.push(applicationId));
	bus.on('packet', ({teamId}) => received.push(teamId));
	bus.send({kind: 'revoked', applicationId: 'bot-1'});
	bus.send({kind: 'revoked', applicationId: 'bot-2'});
	expect(received).toEqual(['bot-1', 'bot-2']);
	expect(bugs).toEqual([problem, problem]);
});

test('a lost connection to other instances ends feeds and refuses new ones until it is back', async () => {
	let setConnected: (isConnected: boolean) => void = () => {};
	const service = await openService({
		clock: systemClock,
		bus: {
			...openLocalBus(() => {}),
			onConnection: receive => {
				const before = setConnected;
				setConnected = is => {
					before(is);
					receive(is);
				};
			},
		},
	});
	onTestFinished(async () => void (await service.close()));
	const handshake = {'Application-Token': service.credentials.token};
	/** Resolves when the client is connected, or to the code of the close. */
	const connect = () => {
		const client = new Client({webSocketFactory: () => service.openSocket(handshake), reconnectDelay: 0});
		onTestFinished(() => client.deactivate({force: true}));
		const ended = new Promise<number>(resolve => (client.onWebSocketClose = ({code}) => resolve(code)));
		const connected = new Promise<'connected'>(resolve => (client.onConnect = () => resolve('connected')));
		client.activate();
		return {ended, first: Promise.race([connected, ended])};
	};
	const refusal = () => service.broker.refusal(() => undefined);

	const {first, ended} = connect();
	expect(await first).toBe('connected');
	setConnected(false);
	expect(await ended).toBe(1013);
	const message = 'The message broker cannot be reached, so events would be missing. Try again later.';
	expect(await refusal()).toMatchObject({status: 503, message});
	// A client whose handshake was accepted just before.
	const codes: number[] = [];
	const late = {send: () => {}, close: (code: number) => codes.push(code), waitingBytes: () => 0};
	service.broker.accept(late, () => undefined);
	expect(codes).toEqual([1013]);
	setConnected(true);
	expect(await refusal()).toBe(undefined);
	expect(await connect().first).toBe('connected');
});
