import * as z from 'zod';
import type {ConsoleKind} from '../../contract/models/own-server.ts';
import {countdown} from '../console/mailbox.ts';
import type {ConnectConsole, ConsoleConnection} from '../console/connection.ts';
import {ConsoleError} from '../console/console-error.ts';
import {jsonOf} from '../../lib/net/http-message.ts';
import {containerMessages as messages} from '../../messages/power.ts';
import {gameConsoleMessages} from '../../messages/service.ts';
import {type AskEngine, type ContainerOptions, decodeFrames, openEngine} from './container.ts';
import {PowerError} from './power-driver.ts';

/** The name used instead of the address of the server's container. */
export const containerHost = 'container';

/**
How long a connection to a container may take, in ms: the addresses of Docker Desktop and of rootless engines cannot
be reached.
*/
const reachMs = 2000;
const usualMs = 5000;

/** (Docker Engine API: ContainerInspect) */
const Inspected = z.object({
	State: z.object({Status: z.string()}),
	HostConfig: z.object({NetworkMode: z.string().optional()}).optional(),
	NetworkSettings: z
		.object({Networks: z.record(z.string(), z.object({IPAddress: z.string().optional()})).optional()})
		.optional(),
});
const Created = z.object({Id: z.string()});
const Ended = z.object({ExitCode: z.number().nullish()});

/**
The RCON clients of images: `rcon-cli` of itzg's, and `mcrcon`. Both take a command after `--`, and the rest from their
environment.
*/
const clients = ['rcon-cli', 'mcrcon'];

/**
Creates the function that connects to a console in a container that does not publish its port: at the address of the
container, or, if that cannot be reached and the console is one of Source RCON, with the RCON client in the container.
*/
export function connectInContainer(
	options: ContainerOptions,
	kind: ConsoleKind,
	connect: ConnectConsole,
): ConnectConsole {
	let client: string | undefined;
	return async target => {
		const {port, password, timeoutMs, signal = new AbortController().signal} = target;
		const {ask, close} = openEngine(options);
		const leftMs = countdown(timeoutMs);
		const exec = {ask, container: options.container, env: environmentOf(port, password), signal};
		const viaClient = (program: string) => clientConnection({...exec, program, close});
		try {
			const host = await addressOf(ask, options.container, signal);
			if (client !== undefined) return viaClient(client);
			try {
				const connection = await connect({...target, host, timeoutMs: Math.min(reachMs, leftMs())});
				close();
				return connection;
			} catch (error) {
				const isUnreachable =
					error instanceof ConsoleError && (error.reason === 'refused' || error.reason === 'timeout');
				client = isUnreachable && kind === 'source' ? await findClient({...exec, env: []}) : undefined;
				if (client === undefined) throw error;
				return viaClient(client);
			}
		} catch (error) {
			close();
			throw error instanceof PowerError ? new ConsoleError('refused', error.message, {cause: error}) : error;
		}
	};
}

/** Never in arguments, which everybody on the machine can read. */
const environmentOf = (port: number, password: string): string[] => [
	`RCON_HOST=127.0.0.1`,
	`RCON_PORT=${port}`,
	`RCON_PASSWORD=${password}`,
	`MCRCON_HOST=127.0.0.1`,
	`MCRCON_PORT=${port}`,
	`MCRCON_PASS=${password}`,
];

async function addressOf(ask: AskEngine, container: string, signal: AbortSignal): Promise<string> {
	const answer = await ask('GET', `containers/${encodeURIComponent(container)}/json`, {signal});
	const {data} = Inspected.safeParse(jsonOf(answer));
	if (data === undefined) throw new PowerError(messages.unreadable);
	if (data.State.Status !== 'running') throw new PowerError(messages.notRunning(container));
	if (data.HostConfig?.NetworkMode === 'host') return '127.0.0.1';
	const networks = Object.values(data.NetworkSettings?.Networks ?? {});
	const address = networks.find(({IPAddress}) => IPAddress !== undefined && IPAddress !== '')?.IPAddress;
	// Without an address of its own, only the client in the container reaches it.
	return address ?? '127.0.0.1';
}

type Exec = {
	ask: AskEngine;
	container: string;
	env: readonly string[];
	signal: AbortSignal;
	timeoutMs?: number;
};
type ExecEnd = {code: number; output: string; errors: string};

/** Runs a program in the container. Throws `PowerError` if it was not started, and `ConsoleError` if it may have run. */
async function run(
	words: readonly string[],
	{ask, container, env, signal, timeoutMs}: Exec,
): Promise<ExecEnd> {
	const options = {signal, timeoutMs: timeoutMs ?? usualMs};
	const created = await ask('POST', `containers/${encodeURIComponent(container)}/exec`, {
		...options,
		body: {AttachStdout: true, AttachStderr: true, Tty: false, Env: env, Cmd: words},
	});
	const {data} = Created.safeParse(jsonOf(created));
	if (data === undefined) throw new PowerError(messages.unreadable);
	const id = encodeURIComponent(data.Id);
	try {
		const {body} = await ask('POST', `exec/${id}/start`, {...options, body: {Detach: false, Tty: false}});
		const {data: ended} = Ended.safeParse(jsonOf(await ask('GET', `exec/${id}/json`, options)));
		const [output, errors] = [decodeFrames(body, 1), decodeFrames(body, 2)].map(bytes =>
			bytes.toString('utf8'),
		);
		return {code: ended?.ExitCode ?? -1, output: output ?? '', errors: errors ?? ''};
	} catch (error) {
		if (!(error instanceof PowerError) || error.cause === undefined) throw error;
		throw new ConsoleError('dropped', error.message, {cause: error});
	}
}

/** Returns the first client in the container; undefined if it has none. */
async function findClient(exec: Exec): Promise<string | undefined> {
	const search = clients.map(name => `command -v ${name}`).join(' || ');
	const {output} = await run(['sh', '-c', search], exec);
	return clients.find(name => output.trim().endsWith(name));
}

/** What clients say if they have sent nothing. */
const noLogin = /authentication failed/i;
const nobodyThere = /failed to connect|connection (?:failed|refused)|dial tcp/i;

function clientConnection({
	program,
	close,
	...exec
}: Exec & {program: string; close: () => void}): ConsoleConnection {
	const ended = Promise.withResolvers<undefined>();
	return {
		ended: ended.promise,
		close: () => {
			close();
			ended.resolve(undefined);
		},
		send: async (command, {timeoutMs, signal = exec.signal}) => {
			let end: ExecEnd;
			try {
				end = await run([program, '--', command], {...exec, signal, timeoutMs});
			} catch (error) {
				if (!(error instanceof PowerError)) throw error;
				throw new ConsoleError('refused', error.message, {cause: error});
			}
			const {code, output, errors} = end;
			if (code === 0) return output.replace(/\n$/, '');
			const said = `${errors}${output}`.trim().slice(-300);
			if (noLogin.test(said)) throw new ConsoleError('wrong-password', gameConsoleMessages.wrongPassword);
			if (nobodyThere.test(said))
				throw new ConsoleError('refused', messages.clientFailed(program, code, said));
			throw new ConsoleError('dropped', messages.clientFailed(program, code, said));
		},
	};
}
