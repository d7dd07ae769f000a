import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import type {ConsoleSettings, OwnSettings} from '../../../src/contract/models/own-server.ts';
import {reservePort} from '../../../src/demo/games/game-server.ts';

const teeworlds = '/usr/games/teeworlds-server';

export type Teeworlds = {
	directory: string;
	command: string[];
	console: ConsoleSettings;
	settings: OwnSettings;
};

/** A real Teeworlds server with its own directory and ports for one test. It is not started yet. */
export async function aTeeworlds(more: Partial<OwnSettings> = {}): Promise<Teeworlds> {
	const directory = mkdtempSync(path.join(tmpdir(), 'teeworlds-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const port = await reservePort();
	const config = [
		'sv_name "real one"',
		'sv_register 0',
		'bindaddr 127.0.0.1',
		`sv_port ${await reservePort()}`,
		'ec_bindaddr 127.0.0.1',
		`ec_port ${port}`,
		'ec_password "econ word"',
		'ec_output_level 1',
	];
	writeFileSync(path.join(directory, 'server.cfg'), `${config.join('\n')}\n`);
	writeFileSync(path.join(directory, 'password'), 'econ word\n', {mode: 0o600});
	const command = [teeworlds, '-f', 'server.cfg'];
	const password = {file: path.join(directory, 'password')};
	const console: ConsoleSettings = {kind: 'econ', host: '127.0.0.1', port, password};
	return {
		directory,
		command,
		console,
		settings: {
			console,
			power: {kind: 'process', command, directory},
			stopCommand: 'shutdown',
			stopMs: 10_000,
			readyMs: 10_000,
			...more,
		},
	};
}
