import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import type {AttachOptions} from '../../../src/service/attached/attached-record.ts';
import {reservePort} from '../../../src/demo/games/reserve-port.ts';

const teeworlds = '/usr/games/teeworlds-server';

export type Teeworlds = AttachOptions & {
	/** The server's console, to access it without the service. */
	consolePort: number;
};

/** A real Teeworlds server with its own directory and ports for one test. It is not started yet. */
export async function aTeeworlds(more: Partial<AttachOptions> = {}): Promise<Teeworlds> {
	const directory = mkdtempSync(path.join(tmpdir(), 'teeworlds-'));
	onTestFinished(() => rmSync(directory, {recursive: true, force: true}));
	const consolePort = await reservePort();
	const config = [
		'sv_name "real one"',
		'sv_register 0',
		'bindaddr 127.0.0.1',
		`sv_port ${await reservePort()}`,
		'ec_bindaddr 127.0.0.1',
		`ec_port ${consolePort}`,
		'ec_password "econ word"',
		'ec_output_level 1',
	];
	writeFileSync(path.join(directory, 'server.cfg'), `${config.join('\n')}\n`);
	writeFileSync(path.join(directory, 'password'), 'econ word\n', {mode: 0o600});
	return {
		name: 'tee-1',
		gameType: 'TEEWORLDS',
		directory,
		command: [teeworlds, '-f', 'server.cfg'],
		console: {
			kind: 'econ',
			host: '127.0.0.1',
			port: consolePort,
			password: {file: path.join(directory, 'password')},
		},
		stopCommand: 'shutdown',
		...more,
		consolePort,
	};
}

/** Makes the server close a console connection first, which blocks its port for a minute. */
export function beHungUpOn(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('error', reject);
		socket.on('data', chunk => {
			// It hangs up after the third wrong password; unread data would turn that into a reset.
			if (/Enter password|Wrong password [12]/.test(String(chunk))) socket.write('guess\n');
		});
		socket.once('close', () => resolve());
	});
}
