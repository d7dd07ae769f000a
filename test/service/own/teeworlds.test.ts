import {spawn} from 'node:child_process';
import {expect, onTestFinished, test} from 'vitest';
import {needInTests} from '../../peers/need-in-tests.ts';
import {openOwnService} from './open-own.ts';
import {aTeeworlds} from './teeworlds.ts';
import {waitFor} from '../../helpers/wait-for.ts';

needInTests('/usr/games/teeworlds-server');

const game = {gameType: 'TEEWORLDS'};

test('a real server starts, runs console commands, and stops on request', async () => {
	const {add, becomes, act, rcon, shows, service} = await openOwnService();
	const id = await add((await aTeeworlds()).settings, game);
	await becomes(id, 'STOPPED');
	await act(id, 'start');
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'sv_name')).toMatchObject({
		status: 200,
		response: expect.stringContaining('real one'),
	});
	expect((await rcon(id, 'nonsense')).response).toContain('No such command: nonsense');
	expect((await shows(id)).body).toMatchObject({nodeName: 'local'});
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	expect(service.log(id).join('\n')).toContain('ended with exit code 0');
	expect(await rcon(id, 'status')).toMatchObject({status: 409});
});

test('players are warned before a stop', async () => {
	const {add, becomes, act, rcon, service} = await openOwnService();
	const id = await add((await aTeeworlds()).settings, {...game, start: true});
	await becomes(id, 'RUNNING');
	await rcon(id, 'say hello all');
	await act(id, 'stop');
	await becomes(id, 'STOPPED');
	expect(
		service
			.log(id)
			.join('\n')
			.match(/(?<=\[chat\]: \*\*\* ).*/g),
	).toEqual(['hello all', 'Server is stopping', '3', '2', '1', 'STOP']);
});

test('a server that is already running is ONLINE and can be stopped, though the service did not start it', async () => {
	const {add, becomes, act, rcon} = await openOwnService();
	const {settings, command, directory} = await aTeeworlds();
	const child = spawn(command[0] ?? '', command.slice(1), {cwd: directory, stdio: 'ignore'});
	onTestFinished(() => void child.kill('SIGKILL'));
	const ended = new Promise(resolve => child.once('exit', resolve));
	const id = await add({...settings, power: {kind: 'none'}}, game);
	await becomes(id, 'RUNNING');
	expect((await rcon(id, 'sv_name')).response).toContain('real one');
	await act(id, 'stop');
	await ended;
	await becomes(id, 'STOPPED');
});

test('a crash is detected and followed by a restart', async () => {
	const {add, becomes, service, notifications} = await openOwnService();
	const id = await add((await aTeeworlds()).settings, {...game, start: true});
	await becomes(id, 'RUNNING');
	const pid = () => service.context.store.servers.get(id)?.process?.pid ?? 0;
	const first = pid();
	process.kill(first, 'SIGKILL');
	await waitFor(() => expect(pid()).not.toBe(first));
	await becomes(id, 'RUNNING');
	expect(notifications().join()).toContain('ended unexpectedly');
});

test('a wrong password leaves the game alone', async () => {
	const {add, becomes, rcon, service} = await openOwnService({env: {...process.env, WRONG: 'guess'}});
	const {settings, console} = await aTeeworlds();
	const wrong = {...console, password: {env: 'WRONG'}};
	const id = await add({...settings, console: wrong}, {...game, start: true});
	await becomes(id, 'RUNNING');
	expect(await rcon(id, 'status')).toMatchObject({status: 424, key: 'server.console_refused'});
	expect(service.log(id).join('\n')).not.toContain('ended');
});

test('rejects simulated operations for a real server', async () => {
	const {add, post} = await openOwnService();
	const id = await add((await aTeeworlds()).settings, game);
	const refused = {status: 400, body: {key: 'server.operation_not_possible'}};
	for (const [path, body] of [
		['wipe-savegames', undefined],
		['update', undefined],
		['backup?name=x', undefined],
		['rollback', {backupId: 'x'}],
		['change-directory', {serverDirectory: '/tmp'}],
	] as const) {
		expect({path, ...(await post(`/server/${id}/${path}`, body))}).toMatchObject({path, ...refused});
	}
});
