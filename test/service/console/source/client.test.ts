import fc from 'fast-check';
import {afterEach, describe, expect, test} from 'vitest';
import {connectSource, type Patience} from '../../../../src/service/console/source.ts';
import {runRcon} from './run-rcon.ts';
import {createDecoder, encodePacket, packetTypes} from '../../../../src/service/console/source-packet.ts';
import type {RconQuirks} from '../../../../src/demo/rcon/quirks.ts';
import {aServer, closeServers, listen, long, password} from '../../../demo/rcon/some-servers.ts';

afterEach(closeServers);

const sendOptions = {timeoutMs: 5000};
const connectTo = (port: number, patience: Partial<Patience> = {}) =>
	connectSource({}, patience)({host: '127.0.0.1', port, password, timeoutMs: 5000});

test('returns an answer as the game sent it', async () => {
	const {port, heard} = await aServer();
	expect(await runRcon({port, password, command: 'say grüße'})).toBe('you said say grüße');
	expect(heard).toEqual(['say grüße']);
});

test('an empty answer is an answer', async () => {
	const {port} = await aServer();
	expect(await runRcon({port, password, command: 'nothing'})).toBe('');
});

const quirks: Record<string, RconQuirks> = {
	none: {},
	'marker ignored': {marker: 'ignored'},
	'marker drops the connection': {marker: 'drops-connection'},
	'an empty reply first': {doubleReply: 'empty-first'},
	'an empty reply last': {doubleReply: 'empty-last'},
	'an empty reply first, marker ignored': {doubleReply: 'empty-first', marker: 'ignored'},
	'an empty reply first, marker drops the connection': {
		doubleReply: 'empty-first',
		marker: 'drops-connection',
	},
	'responses of type 2': {answersAsType2: true},
	'one huge packet': {unsplit: true},
	'one huge packet, marker ignored': {unsplit: true, marker: 'ignored'},
	'characters split in two': {splitsCharacters: true, marker: 'ignored'},
	'an empty packet before the login reply': {emptyBeforeLogin: true},
	'splits every 7 bytes': {cutEvery: 7},
	'splits every 1,000 bytes, marker drops the connection': {cutEvery: 1000, marker: 'drops-connection'},
	slow: {slowMs: 60},
	'not ready at first': {notReady: {ms: 60, meanwhile: 'waits'}},
};

describe.each(Object.entries(quirks))('with %s', (_name, quirks) => {
	test('short, long and empty answers are complete, and each command is sent once', async () => {
		const {port, heard} = await aServer({quirks});
		const answers = ['short', 'long', 'nothing'].map(command => runRcon({port, password, command}));
		expect(await Promise.all(answers)).toEqual(['you said short', long, '']);
		expect(heard.toSorted()).toEqual(['long', 'nothing', 'short']);
	});
});

test('answers are complete in any combination of quirks', async () => {
	const anyQuirks: fc.Arbitrary<RconQuirks> = fc.record(
		{
			doubleReply: fc.constantFrom('empty-first', 'empty-last'),
			answersAsType2: fc.boolean(),
			unsplit: fc.boolean(),
			splitsCharacters: fc.boolean(),
			marker: fc.constantFrom('ignored', 'drops-connection'),
			emptyBeforeLogin: fc.boolean(),
			cutEvery: fc.integer({min: 3, max: 6000}),
		},
		{requiredKeys: []},
	);
	await fc.assert(
		fc.asyncProperty(anyQuirks, async quirks => {
			const {port, heard} = await aServer({quirks});
			const ask = (command: string) => runRcon({port, password, command});
			expect(await Promise.all([ask('long'), ask('short')])).toEqual([long, 'you said short']);
			expect(heard.toSorted()).toEqual(['long', 'short']);
		}),
		{numRuns: 10},
	);
});

test('waits for the rest of a packet when an answer arrives slowly', async () => {
	const {port} = await aServer({quirks: {cutEvery: 6000, cutPauseMs: 40, marker: 'ignored'}});
	const patience = {shortMs: 5, emptyMs: 5, fullMs: 5};
	expect(await runRcon({port, password, command: 'long'}, patience)).toBe(long);
});

test('an answer that arrives too slowly is a timeout that keeps the partial answer', async () => {
	const {port} = await aServer({quirks: {cutEvery: 6000, cutPauseMs: 100, marker: 'ignored'}});
	const failure: unknown = await runRcon({port, password, command: 'long', timeoutMs: 180}).catch(
		error => error,
	);
	expect(failure).toMatchObject({reason: 'timeout', partial: expect.stringContaining('0. プレイヤー')});
});

test('receives text after an empty answer even if the marker is mirrored first', async () => {
	const port = await listen(socket => {
		const decoder = createDecoder(({id, type}) => {
			if (type === packetTypes.login) socket.write(encodePacket(id, packetTypes.loginReply));
			else if (type === packetTypes.command) socket.write(encodePacket(id, packetTypes.answer));
			else socket.write(Buffer.concat([encodePacket(id, 0), encodePacket(id - 1, 0, 'the text')]));
		});
		socket.on('data', chunk => decoder.push(chunk));
	});
	expect(await runRcon({port, password, command: 'x'})).toBe('the text');
});

test('many commands share one connection in order', async () => {
	for (const quirks of [
		{},
		{doubleReply: 'empty-last'},
		{marker: 'ignored', answersAsType2: true},
	] as const) {
		const {port, heard} = await aServer({quirks});
		const connection = await connectTo(port, {shortMs: 20});
		const answers: string[] = [];
		for (const command of ['a', 'b', 'long', 'c']) answers.push(await connection.send(command, sendOptions));
		expect(answers).toEqual(['you said a', 'you said b', long, 'you said c']);
		expect(heard).toEqual(['a', 'b', 'long', 'c']);
		connection.close();
	}
});

test('a late answer does not count as the answer to the next command', async () => {
	const late = Promise.withResolvers<string>();
	const {port} = await aServer({answer: command => (command === 'late' ? late.promise : command)});
	const connection = await connectTo(port);
	await expect(connection.send('late', {timeoutMs: 30})).rejects.toMatchObject({reason: 'timeout'});
	late.resolve('LATE');
	expect(await connection.send('next', sendOptions)).toBe('next');
	connection.close();
	await expect(connection.send('after', sendOptions)).rejects.toMatchObject({reason: 'refused'});
});
