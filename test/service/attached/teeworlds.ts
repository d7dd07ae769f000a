import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {onTestFinished} from 'vitest';
import type {AttachOptions} from '../../../src/service/attached/attached-record.ts';
import {reservePort} from '../../../src/demo/games/reserve-port.ts';

const teeworlds = '/usr/games/teeworlds-server';

export type Teeworlds = AttachOptions & {
	/** Its console, to talk to it behind our back. */
	consolePort: number;
};

/** A real Teeworlds server with a directory and ports of its own, for one test; it is not started. */
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

/** Makes the server be the one that closes a console connection: its port is then blocked for a minute. */
export function beHungUpOn(port: number): Promise<void> {
	return new Promise((resolve, reject) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('error', reject);
		socket.on('data', chunk => {
			// After the third wrong one it hangs up; what lies unread then would make that a reset.
			if (/Enter password|Wrong password [12]/.test(String(chunk))) socket.write('guess\n');
		});
		socket.once('close', () => resolve());
	});
}
