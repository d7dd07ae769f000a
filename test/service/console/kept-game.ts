import {ConsoleError, type ConsoleFailureReason} from '../../../src/service/console/console-error.ts';
import type {ConsoleOptions} from '../../../src/service/console/connection.ts';
import {
	openConsole,
	type ConsoleState,
	type KeepOpenOptions,
} from '../../../src/service/console/keep-open.ts';
import {manualClock} from '../../helpers/manual-clock.ts';

type Sent = {
	command: string;
	answer: PromiseWithResolvers<string>;
	signal: AbortSignal | undefined;
	ms: number;
};

/** A game whose connections and answers the test controls. */
export function aGame(more: Partial<KeepOpenOptions> = {}) {
	const clock = manualClock();
	const logins: {options: ConsoleOptions; atMs: number}[] = [];
	const connections: {isClosed: boolean; end: (error?: ConsoleError) => void}[] = [];
	const sent: Sent[] = [];
	const states: ConsoleState[] = [];
	const game = {
		/** Rejects the next logins. */
		refuse: undefined as ConsoleError | undefined,
		/** Answers each command at once. */
		answers: true,
		/** Rejects the next command. */
		failNext: undefined as ConsoleError | undefined,
	};
	const console = openConsole({
		host: '192.0.2.1',
		port: 27015,
		password: () => 'secret',
		isStreaming: false,
		clock,
		random: () => 0,
		onState: state => states.push(state),
		connect: async options => {
			logins.push({options, atMs: clock.monotonic()});
			await Promise.resolve();
			if (game.refuse) throw game.refuse;
			const ended = Promise.withResolvers<ConsoleError | undefined>();
			const connection = {isClosed: false, end: ended.resolve};
			connections.push(connection);
			return {
				ended: ended.promise,
				close: () => {
					connection.isClosed = true;
					ended.resolve(undefined);
				},
				send: async (command, {timeoutMs, signal}) => {
					const failure = game.failNext;
					game.failNext = undefined;
					if (failure?.reason === 'refused') throw failure;
					const answer = Promise.withResolvers<string>();
					sent.push({command, answer, signal, ms: timeoutMs});
					signal?.addEventListener('abort', () => answer.reject(signal.reason));
					if (failure) throw failure;
					if (game.answers) answer.resolve(`did ${command}`);
					return answer.promise;
				},
			};
		},
		...more,
	});
	const send = (command: string, signal?: AbortSignal, timeoutMs = 5000) =>
		console.send(command, {timeoutMs, signal});
	const commands = () => sent.map(({command}) => command);
	const kinds = () => states.map(({kind}) => kind);
	return {clock, logins, connections, sent, states, game, console, send, commands, kinds};
}

export const failure = (reason: ConsoleFailureReason, cause?: Error) =>
	new ConsoleError(reason, `it is ${reason}`, cause && {cause});
