import {mkdtempSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openRconServer} from '../../../src/demo/rcon/server.ts';
import {type Clock, systemClock} from '../../../src/lib/time/clock.ts';
import {waitFor} from '../../helpers/wait-for.ts';
import {openOwnService} from './open-own.ts';

const env = {WORD: 'secret'};
/** A wait of about a minute takes a thousandth of it. The two minutes that a game has for its answer stay. */
const clock: Clock = {
	...systemClock,
	after: (delayMs, task) =>
		systemClock.after(delayMs > 45_000 && delayMs <= 60_000 ? delayMs / 1000 : delayMs, task),
};

async function aGame(answer: (command: string) => string = () => 'done') {
	const commands: string[] = [];
	const game = await openRconServer({
		password: 'secret',
		answer: command => {
			commands.push(command);
			return answer(command);
		},
	});
	onTestFinished(() => game.close());
	const pardons = () => commands.filter(command => command.startsWith('pardon'));
	return {pardons, port: game.port};
}

const dataFile = () => path.join(mkdtempSync(path.join(tmpdir(), 'later-')), 'service.db');

type Options = Parameters<typeof openOwnService>[0];

const banOn =
	({post}: Pick<Awaited<ReturnType<typeof openOwnService>>, 'post'>, id: string) =>
	(delayMinutes: number) =>
		post(`/server/${id}/rcon?await=true`, {
			command: 'ban Ann',
			later: {command: 'pardon Ann', delayMinutes},
		});

/** Opens the service again, with the server that it had. */
async function reopen(options: Options) {
	const opened = await openOwnService({env, ...options});
	const id = opened.service.context.store.servers.all()[0]?.id ?? '';
	return {...opened, id};
}

async function open(port: number, options: Options = {}) {
	const {service, add, becomes, ...opened} = await openOwnService({env, ...options});
	const console = {kind: 'source', host: '127.0.0.1', port, password: {env: 'WORD'}} as const;
	const settings = {console, power: {kind: 'none'}, stopMs: 2000, readyMs: 2000} as const;
	const id = await add(settings, {gameType: 'MINECRAFT'});
	await becomes(id, 'RUNNING');
	return {...opened, service, add, becomes, id, ban: banOn(opened, id)};
}

async function tasksOf({call, service}: Awaited<ReturnType<typeof reopen>>) {
	const [node] = service.context.store.nodes.all();
	return (await call('GET', `/node/${node?.id}/task`)).body as unknown as object[];
}

test('sends a scheduled command once when it is due, and records that it was sent', async () => {
	const game = await aGame();
	const opened = await open(game.port, {clock});
	expect(await opened.ban(1)).toMatchObject({status: 200});
	await waitFor(async () =>
		expect(await tasksOf(opened)).toMatchObject([
			{type: 'TIMED_COMMAND', state: 'SUCCEEDED', context: {delay: 1, command: 'pardon Ann'}},
		]),
	);
	expect(game.pardons()).toEqual(['pardon Ann']);
});

test('a scheduled command outlasts a restart of the service, and is not sent again by the next one', async () => {
	const game = await aGame();
	const data = dataFile();
	const first = await open(game.port, {data});
	await first.ban(1);
	expect(await tasksOf(first)).toMatchObject([{state: 'RUNNING', cancellable: true}]);
	await first.service.close();
	expect(game.pardons()).toEqual([]);
	const second = await reopen({data, clock});
	await waitFor(() => expect(game.pardons()).toEqual(['pardon Ann']));
	await waitFor(async () => expect(await tasksOf(second)).toMatchObject([{state: 'SUCCEEDED'}]));
	await second.service.close();
	const third = await reopen({data, clock});
	await third.becomes(third.id, 'RUNNING');
	expect(game.pardons()).toEqual(['pardon Ann']);
});

test('a scheduled command that may have been sent before a crash fails visibly instead of running twice', async () => {
	const game = await aGame();
	const data = dataFile();
	const first = await open(game.port, {data});
	await first.ban(1);
	const {tasks} = first.service.context.store;
	const [task] = tasks.all();
	if (!task) throw new Error('There is no task.');
	tasks.put({...task, order: {isSent: true}});
	await first.service.close();
	const second = await reopen({data, clock});
	await waitFor(async () =>
		expect(await tasksOf(second)).toMatchObject([
			{state: 'FAILED', errorMessage: expect.stringContaining('may have run')},
		]),
	);
	expect(second.notifications().join()).toContain('pardon Ann');
	expect(game.pardons()).toEqual([]);
});

test('a scheduled command is dropped if the first one did not run, fails if the game refuses it, and can be canceled', async () => {
	const game = await aGame(command => (command.startsWith('ban') ? 'Unknown command' : 'done'));
	const opened = await open(game.port, {clock});
	await opened.ban(5);
	expect(await tasksOf(opened)).toMatchObject([{state: 'CANCELED'}]);

	const other = await aGame(command => (command.startsWith('pardon') ? 'Unknown command' : 'done'));
	const refusing = await open(other.port, {clock});
	await refusing.ban(1);
	await waitFor(async () =>
		expect(await tasksOf(refusing)).toMatchObject([
			{state: 'FAILED', errorMessage: 'The game refused `pardon Ann`: Unknown command'},
		]),
	);

	const last = await aGame();
	const canceling = await open(last.port);
	await canceling.ban(60);
	const [task] = canceling.service.context.store.tasks.all();
	const cancel = await canceling.post(`/node/${task?.nodeId}/task/${task?.id}/cancel`);
	expect(cancel).toMatchObject({status: 202});
	expect(await tasksOf(canceling)).toMatchObject([{state: 'CANCELED'}]);
	expect([...game.pardons(), ...last.pardons()]).toEqual([]);
});
