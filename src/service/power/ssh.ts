import {spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import type {ProgramEnd} from '../../lib/process/run-program.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';
import {programMessages, sshMessages} from '../../messages/power.ts';
import {type CommandsOptions, openCommandsDriver} from './commands.ts';
import {openContainerCommandDriver} from './container-command.ts';
import type {ContainerOptions} from './container.ts';
import {type PowerDriver, PowerError} from './power-driver.ts';
import {launchMs, localRunner, programMs, type Runner} from './programs.ts';
import {openSystemdDriver, type SystemdOptions} from './systemd.ts';

/*
ssh passes one string to the login shell of the other machine, which splits it into words again.
*/

/**
Quotes words for any usual shell. Backslashes and quotes are outside of the quotes, because fish reads them differently
inside.
*/
export function quoteWords(words: readonly string[]): string {
	return words.map(word => `'${word.replace(/['\\]/g, String.raw`'\$&'`)}'`).join(' ');
}

/**
Runs a program so that what it leaves running does not keep the connection: its output goes nowhere, its errors to a
file, whose end is printed.
*/
function launchWords(words: readonly string[]): string[] {
	const script =
		'e=$(mktemp) || exit; "$0" "$@" </dev/null >/dev/null 2>"$e"; c=$?; tail -c 2000 "$e" >&2; rm -f "$e"; exit $c';
	return ['sh', '-c', script, ...words];
}

type Options = {
	/** A destination of ssh(1). */
	host: string;
	on:
		| ({kind: 'systemd'} & SystemdOptions)
		| ({kind: 'container'} & ContainerOptions)
		| ({kind: 'commands'} & CommandsOptions);
	/** How long the server may take to end before the engine of its container kills it, in milliseconds. */
	stopMs: number;
	env: NodeJS.ProcessEnv;
};

/** Starts and stops a server of another machine with ssh(1), its configuration, keys and agent. Never asks for a password. */
export function openSshDriver({host, on, stopMs, env}: Options): PowerDriver {
	const runner = sshRunner(host, env);
	switch (on.kind) {
		case 'systemd':
			return openSystemdDriver({...on, env}, runner);
		case 'container':
			return openContainerCommandDriver({...on, stopMs}, runner);
		case 'commands':
			return openCommandsDriver(on, runner);
	}
}

const connectSeconds = 10;
/** How long ssh keeps the connection for the next program. */
const keepSeconds = 60;
/** Time limit for closing the connection, ms. */
const exitMs = 1000;
/** ssh adds 17 characters to the path of its socket, which has at most 104. (unix(4) of macOS; 108 on Linux) */
const longestSocket = 104 - 17;

/** Runs programs on another machine; all share one connection. */
function sshRunner(host: string, env: NodeJS.ProcessEnv): Runner {
	const local = localRunner(env);
	let folder: string | undefined;
	const options = [
		'BatchMode=yes',
		`ConnectTimeout=${connectSeconds}`,
		'ServerAliveInterval=5',
		'ServerAliveCountMax=2',
		'ForwardAgent=no',
		'ForwardX11=no',
		'ClearAllForwardings=yes',
		'RequestTTY=no',
	];
	/** Shares the connection through a socket in a folder that only this user can enter. */
	const sharing = (): string[] => {
		// The ssh of Windows cannot share connections.
		if (process.platform === 'win32') return [];
		// Systems remove old folders of temporary files.
		if (folder === undefined || !existsSync(folder)) folder = mkdtempSync(path.join(tmpdir(), 'rcondeck-'));
		const socket = path.join(folder, 's');
		if (socket.length > longestSocket) return [];
		return [
			'ControlMaster=auto',
			`ControlPath=${socket.replaceAll('%', '%%')}`,
			`ControlPersist=${keepSeconds}`,
		];
	};
	const sshWords = (...words: string[]) => [
		'ssh',
		...[...options, ...sharing()].flatMap(option => ['-o', option]),
		...words,
	];
	const runLine = async (line: string, signal: AbortSignal, timeoutMs: number): Promise<ProgramEnd> => {
		const end = await local.run(sshWords('--', host, line), {signal, timeoutMs});
		if (end.kind === 'notStarted') throw new PowerError(programMessages.failed('ssh', end));
		if (end.kind === 'exited' && end.code === sshFailed) throw new PowerError(failureOf(host, end.errors));
		return end;
	};
	return {
		...local,
		run: (words, {signal, timeoutMs = programMs}) => runLine(quoteWords(words), signal, timeoutMs),
		launch: (words, signal) => runLine(quoteWords(launchWords(words)), signal, launchMs),
		// Waits for it, which takes milliseconds, because the process may be about to exit.
		release: () => {
			if (folder === undefined) return;
			const [program = '', ...args] = sshWords('-O', 'exit', '--', host);
			spawnSync(program, args, {env: withoutOwnVariables(env), stdio: 'ignore', timeout: exitMs});
			rmSync(folder, {recursive: true, force: true});
		},
	};
}

/** ssh failed, not the program. (ssh(1): EXIT STATUS) */
const sshFailed = 255;

/** Finds the reason in what ssh printed. */
function failureOf(host: string, errors: string): string {
	if (/IDENTIFICATION HAS CHANGED/.test(errors)) return sshMessages.changedHostKey(host);
	if (/Host key verification failed/.test(errors)) return sshMessages.unknownHostKey(host);
	if (/Permission denied|Too many authentication failures/.test(errors))
		return sshMessages.loginRefused(host);
	if (/Could not resolve hostname/.test(errors)) return sshMessages.unknownHost(host);
	if (/Connection refused/.test(errors)) return sshMessages.notListening(host);
	if (/timed out|No route to host|Network is unreachable/i.test(errors)) return sshMessages.notReached(host);
	return sshMessages.failed(host, errors);
}
