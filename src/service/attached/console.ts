import {readFileSync} from 'node:fs';
import {connect} from 'node:net';
import {readProblem} from '../../messages/files.ts';
import {attachedServerMessages} from '../../messages/service-servers.ts';
import {connectEcon} from '../console/econ/client.ts';
import {runOnce} from '../console/run-once.ts';
import {connectSource} from '../console/source/client.ts';
import type {AttachedConsole} from './attached-record.ts';
import type {RunningServer} from '../server-driver.ts';

/**
Returns a function that runs one command on a server's real console, each on its own connection. It throws `ConsoleError`.
*/
export function consoleOf({kind, host, port}: AttachedConsole, password: string): RunningServer['run'] {
	return (command, {timeoutMs, signal} = {}) => {
		const ask = {
			host,
			port,
			password,
			command,
			...(timeoutMs !== undefined && {timeoutMs}),
			...(signal && {signal}),
		};
		return runOnce(kind === 'econ' ? connectEcon : connectSource(), ask);
	};
}

/** Reads the password from its configured source. Throws an error with a message for the user. */
export function passwordOf({password}: AttachedConsole, env: NodeJS.ProcessEnv): string {
	if ('env' in password) {
		const value = env[password.env];
		if (!value) throw new Error(attachedServerMessages.noPasswordInEnvironment(password.env));
		return value;
	}
	let text: string;
	try {
		text = readFileSync(password.file, 'utf8');
	} catch (cause) {
		throw new Error(attachedServerMessages.unreadablePassword(readProblem(cause, password.file)), {cause});
	}
	const [first = ''] = text.split(/\r?\n/, 1);
	if (first === '') throw new Error(attachedServerMessages.noPasswordInFile(password.file));
	return first;
}

const connectMs = 1000;

/** Returns true if another program already listens at the console's address. */
export function isTaken({host, port}: AttachedConsole): Promise<boolean> {
	return new Promise(resolve => {
		const socket = connect({host, port, timeout: connectMs});
		const settle = (taken: boolean) => {
			// A graceful close could leave the port blocked.
			socket.resetAndDestroy();
			resolve(taken);
		};
		socket.once('connect', () => settle(true));
		socket.once('timeout', () => settle(false));
		socket.on('error', () => settle(false));
	});
}
