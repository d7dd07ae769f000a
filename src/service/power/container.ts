import * as z from 'zod';
import {pause, type Clock} from '../../lib/clock.ts';
import {codeOf} from '../../lib/connection-problem.ts';
import {HttpTimeout, jsonOf, openHttp, type HttpAnswer} from '../../lib/http-exchange.ts';
import {containerMessages} from '../../messages/power-drivers.ts';
import {readContainerState} from './container-state.ts';
import {decodeFrames} from './multiplexed-log.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';
import {killUnlessStopped, logOf, statusOf} from './programs.ts';
import {linesOf, maxLines} from './server-log.ts';

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
	State: z.object({Status: z.string()}),
	Config: z.object({Tty: z.boolean().optional()}).optional(),
});
const Refusal = z.object({message: z.string()});

/** Starts and stops a container of Docker or Podman through the HTTP socket of the engine. (Docker Engine API 1.41) */
export function openContainerDriver({container, socket, stopMs, clock}: Options): PowerDriver {
	const engine = openHttp(({openSocket}) => ({dispatcher: openSocket(socket)}));
	const ask = async (
		method: 'GET' | 'POST',
		what: string,
		signal: AbortSignal,
		timeoutMs = answerMs,
	): Promise<HttpAnswer> => {
		const path = `/containers/${encodeURIComponent(container)}/${what}`;
		let answer: HttpAnswer;
		try {
			const request = {method, origin: 'http://localhost', path};
			answer = await engine.exchange(request, {signal, timeoutMs, maxBytes});
		} catch (error) {
			signal.throwIfAborted();
			throw new PowerError(failureOf(error, socket, timeoutMs), {cause: error});
		}
		// 304: it is started or stopped already.
		if ((answer.status >= 200 && answer.status < 300) || answer.status === 304) return answer;
		throw new PowerError(refusalOf(answer, container));
	};
	const inspect = async (signal: AbortSignal) => {
		const read = Inspected.safeParse(jsonOf(await ask('GET', 'json', signal)));
		if (!read.success) throw new PowerError(containerMessages.unreadable);
		return read.data;
	};
	const status = statusOf(async signal => readContainerState((await inspect(signal)).State.Status));
	const readLog = async (isTerminal: boolean, lines: number, signal: AbortSignal): Promise<string[]> => {
		const {body, isCut} = await ask('GET', `logs?stdout=1&stderr=1&tail=${lines}`, signal);
		if (isCut && lines > fewLines) return readLog(isTerminal, fewLines, signal);
		return linesOf((isTerminal ? body : decodeFrames(body)).toString('utf8'));
	};
	return {
		blocked: {},
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
