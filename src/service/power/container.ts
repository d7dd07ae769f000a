import * as z from 'zod';
import {type Clock, pause} from '../../lib/time/clock.ts';
import {codeOf} from '../../lib/net/connection-problem.ts';
import {openHttpSocket} from '../../lib/net/http.ts';
import {HttpTimeout} from '../../lib/net/http-exchange.ts';
import {type HttpAnswer, jsonOf} from '../../lib/net/http-message.ts';
import {containerMessages} from '../../messages/power.ts';
import {ContainerState, readContainerState} from './container-state.ts';
import {type PowerDriver, PowerError, type Usage} from './power-driver.ts';
import {killUnlessStopped, logOf, statusOf} from './programs.ts';
import {linesOf, maxLines} from './server-log.ts';

/**
Decodes the output of a container without a terminal: frames with a header of 8 bytes, which are the stream (0 to 2;
Docker 3 for its own errors), three zeros and the size of the payload, big-endian. (Docker Engine API: ContainerAttach,
Stream format) Returns everything up to bytes that are no frame; the last frame may be incomplete. `only`: the stream that is wanted.
*/
export function decodeFrames(bytes: Buffer, only?: number): Buffer {
	const payloads: Buffer[] = [];
	for (let at = 0; at + 8 <= bytes.length;) {
		if ((bytes[at] ?? 0) > 3 || bytes.readUIntBE(at + 1, 3) !== 0) break;
		const end = at + 8 + bytes.readUInt32BE(at + 4);
		if (only === undefined || bytes[at] === only) payloads.push(bytes.subarray(at + 8, end));
		at = end;
	}
	return Buffer.concat(payloads);
}

export type ContainerOptions = {
	/** Its name or id. */
	container: string;
	/** The path of the engine's HTTP socket. */
	socket: string;
};

type Options = ContainerOptions & {
	/** How long the server may take to end before the engine kills it, in milliseconds. */
	stopMs: number;
	clock: Clock;
};

const answerMs = 15_000;
/** An engine answers a start only when the image's program runs. */
const startMs = 60_000;
/** The engine refuses a stop within this time, or is stopping the container. */
const acceptedMs = 3000;
const maxBytes = 4 * 1024 * 1024;
/** Requested if the usual number of lines is too long. */
const fewLines = 20;

const Inspected = z.object({
	State: ContainerState,
	Config: z.object({Tty: z.boolean().optional()}).optional(),
});
const Refusal = z.object({message: z.string()});
const Amount = z.number().nonnegative().optional().catch(undefined);
/** (Docker Engine API: ContainerStats; `total_inactive_file` with cgroup v1) */
const Stats = z.object({
	cpu_stats: z
		.object({cpu_usage: z.object({total_usage: Amount})})
		.optional()
		.catch(undefined),
	memory_stats: z
		.object({
			usage: Amount,
			stats: z.object({inactive_file: Amount, total_inactive_file: Amount}).optional().catch(undefined),
		})
		.optional()
		.catch(undefined),
});
/** An engine without single samples takes two seconds for one. */
const statsMs = 5000;

/** Asks the engine of a container. Throws `PowerError`, with a cause if the engine did not answer. */
export type AskEngine = (
	method: 'GET' | 'POST',
	path: string,
	options: {signal: AbortSignal; timeoutMs?: number; body?: object},
) => Promise<HttpAnswer>;

/** Reaches an engine by its HTTP socket. (Docker Engine API 1.41) */
export function openEngine({container, socket}: ContainerOptions): {ask: AskEngine; close: () => void} {
	const engine = openHttpSocket(socket);
	const ask: AskEngine = async (method, path, {signal, timeoutMs = answerMs, body}) => {
		const request = {
			method,
			url: new URL(`http://localhost/${path}`),
			...(body && {headers: {'content-type': 'application/json'}, body: JSON.stringify(body)}),
		};
		let answer: HttpAnswer;
		try {
			answer = await engine.send(request, {signal, timeoutMs, maxBytes});
		} catch (error) {
			signal.throwIfAborted();
			throw new PowerError(failureOf(error, socket, timeoutMs), {cause: error});
		}
		// 304: it is started or stopped already.
		if ((answer.status >= 200 && answer.status < 300) || answer.status === 304) return answer;
		throw new PowerError(refusalOf(answer, container));
	};
	return {ask, close: engine.close};
}

/** Starts and stops a container of Docker or Podman through the HTTP socket of the engine. */
export function openContainerDriver({container, socket, stopMs, clock}: Options): PowerDriver {
	const engine = openEngine({container, socket});
	const ask = (method: 'GET' | 'POST', what: string, signal: AbortSignal, timeoutMs?: number) =>
		engine.ask(method, `containers/${encodeURIComponent(container)}/${what}`, {
			signal,
			...(timeoutMs !== undefined && {timeoutMs}),
		});
	const inspect = async (signal: AbortSignal) => {
		const read = Inspected.safeParse(jsonOf(await ask('GET', 'json', signal)));
		if (!read.success) throw new PowerError(containerMessages.unreadable);
		return read.data;
	};
	const stats = async (signal: AbortSignal): Promise<Usage | undefined> => {
		try {
			return readStats(await ask('GET', 'stats?stream=false&one-shot=true', signal, statsMs));
		} catch (error) {
			// The state is known without them.
			if (error instanceof PowerError) return undefined;
			throw error;
		}
	};
	const status = statusOf(async (signal, withUsage) => {
		const state = readContainerState((await inspect(signal)).State);
		return state.kind === 'running' && withUsage ? {...state, usage: await stats(signal)} : state;
	});
	const readLog = async (isTerminal: boolean, lines: number, signal: AbortSignal): Promise<string[]> => {
		const {body, isCut} = await ask('GET', `logs?stdout=1&stderr=1&tail=${lines}`, signal);
		if (isCut && lines > fewLines) return readLog(isTerminal, fewLines, signal);
		return linesOf((isTerminal ? body : decodeFrames(body)).toString('utf8'));
	};
	return {
		blocked: {},
		lagMs: 0,
		start: async signal => void (await ask('POST', 'start', signal, startMs)),
		stop: async signal => {
			// The engine answers when the server has ended.
			const ended = ask('POST', `stop?t=${Math.ceil(stopMs / 1000)}`, signal, stopMs + answerMs);
			ended.catch(() => {});
			await Promise.race([ended, pause(clock, acceptedMs, signal)]);
		},
		kill: killUnlessStopped(async signal => void (await ask('POST', 'kill', signal)), status),
		status,
		log: logOf(async signal => {
			const {Config} = await inspect(signal);
			return readLog(Config?.Tty === true, maxLines, signal);
		}),
		release: engine.close,
	};
}

/** Subtracts the files in the cache, as `docker stats` does. */
function readStats(answer: HttpAnswer): Usage | undefined {
	const {data} = Stats.safeParse(jsonOf(answer));
	const total = data?.cpu_stats?.cpu_usage.total_usage;
	const {usage, stats} = data?.memory_stats ?? {};
	const cached = stats?.total_inactive_file ?? stats?.inactive_file ?? 0;
	return {
		// Without a sample of the CPU, engines send 0.
		cpuMs: total ? total / 1e6 : undefined,
		memoryBytes: usage ? (cached < usage ? usage - cached : usage) : undefined,
	};
}

function refusalOf(answer: HttpAnswer, container: string): string {
	const {status} = answer;
	const {data} = Refusal.safeParse(jsonOf(answer));
	if (status === 404 && (data === undefined || /no such container/i.test(data.message))) {
		return containerMessages.noContainer(container);
	}
	return containerMessages.refused(status, data?.message ?? '');
}

function failureOf(error: unknown, socket: string, timeoutMs: number): string {
	if (error instanceof HttpTimeout) return containerMessages.slow(timeoutMs / 1000);
	const code = codeOf(error);
	switch (code) {
		case 'ENOENT':
		case 'ENOTSOCK':
			return containerMessages.noEngine(socket);
		case 'EACCES':
			return containerMessages.forbidden(socket);
		case 'ECONNREFUSED':
			return containerMessages.notListening(socket);
		default:
			return containerMessages.cutOff(code);
	}
}
