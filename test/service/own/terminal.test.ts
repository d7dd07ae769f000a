import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {OwnSettings} from '../../../src/contract/models/own-server.ts';
import {markOf} from '../../../src/service/power/process-mark.ts';
import {waitFor} from '../../helpers/wait-for.ts';
import {openOwnService} from './open-own.ts';

function aGame() {
	const folder = mkdtempSync(path.join(tmpdir(), 'terminal-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const file = path.join(folder, "it's a log");
	const command = [process.execPath, path.join(import.meta.dirname, 'curses-game.ts'), file];
	const settings: OwnSettings = {
		console: {kind: 'stdio'},
		power: {kind: 'process', command, directory: folder, terminal: true},
		stopMs: 10_000,
		readyMs: 20_000,
	};
	const events = () => readFileSync(file, 'utf8').trim().split('\n');
	const pid = () => Number(/^up (\d+)/.exec(events()[0] ?? '')?.[1]);
	return {settings, events, pid, data: path.join(folder, 'service.db')};
}

const options = {gameType: 'LUANTI', start: true};

test('a game that draws its console on a terminal is used by the lines on it', async () => {
	const {settings, events, pid, data} = aGame();
	const first = await openOwnService({data});
	const id = await first.add(settings, options);
	await first.becomes(id, 'RUNNING');
	expect(events()[0]).toMatch(/ 400x50 vt100$/);
	expect(await first.rcon(id, '/time 6')).toEqual({status: 200, response: 'did /time 6'});
	await waitFor(async () => expect((await first.shows(id)).body).toMatchObject({onlinePlayers: 2}));
	expect(first.service.log(id)).toContain('World ready');
	expect(first.service.log(id).join('')).not.toMatch(/\u001b|> /);
	await first.service.close();
	const second = await openOwnService({data});
	await second.becomes(id, 'RUNNING');
	// The lines that the new service has not seen yet may belong to the first answer.
	expect(await second.rcon(id, '/again')).toMatchObject({response: expect.stringContaining('did /again')});
	expect(events().filter(event => event.startsWith('up'))).toHaveLength(1);
	await second.act(id, 'stop', {forceStop: true});
	await second.becomes(id, 'STOPPED');
	expect(markOf(pid())).toBeUndefined();
	expect(events()).not.toContain('SIGTERM');
});

test('a game in a terminal has the time to save after SIGTERM', async () => {
	const {settings, events, pid} = aGame();
	const {add, becomes, act} = await openOwnService();
	const id = await add(settings, {gameType: 'OTHER', start: true});
	await becomes(id, 'RUNNING');
	await act(id, 'stop');
	await waitFor(() => expect(events()).toContain('SIGTERM'));
	await becomes(id, 'STOPPED');
	expect(events().slice(-2)).toEqual(['SIGTERM', 'saved']);
	expect(markOf(pid())).toBeUndefined();
});
