import {knownMoment} from '../contract/moments.ts';
import type {CallOptions} from '../contract/endpoint.ts';
import {ApiError, mayHaveRun} from '../contract/errors.ts';
import type {CommandStatus, Memorable} from '../contract/memorable.ts';
import type {ServerCommand} from '../contract/models/server.ts';
import {commandText} from '../contract/rcon-text.ts';
import {printable, printableLine} from '../lib/text.ts';
import {thisProcess} from '../lib/this-process.ts';
import type {Act} from './recorded-acts.ts';
import type {ShellMemory} from './shell-memory.ts';

type Command = {serverId: string; command: string};
/** `answer` undefined: it was sent, and nobody waits for its answer. */
type Answered<Result> = {result: Result; answer: ServerCommand | undefined};
type Means = {
	/** A server as its list calls it. */
	about: (serverId: string) => {name: string; gameType: string | undefined};
	isTyped: boolean;
};

/**
What is sent is in the journal before it is sent, and then what became of it. A process that ends in between leaves the
former, whose outcome nobody knows. Nothing is told of what is over before it begins.
*/
export function createRecords({keep, keepLater}: ShellMemory, {about, isTyped}: Means) {
	const command = async <Result>(
		{serverId, command}: Command,
		{signal}: CallOptions = {},
		send: () => Promise<Answered<Result>>,
	): Promise<Result> => {
		if (signal?.aborted) return (await send()).result;
		const at = Date.now();
		const {name, gameType} = about(serverId);
		const text = printableLine(command);
		const empty = {
			command: commandText(command),
			response: undefined,
			commandId: undefined,
			timestamp: undefined,
		};
		const told = {kind: 'command', serverId, server: name, origin: 'me', localId: String(count++)} as const;
		const end = (when: number, status: CommandStatus, answer: ServerCommand, problem?: string) =>
			keepLater([{...told, at: when, status, answer, problem}]);
		await keep([
			...(isTyped ? [{kind: 'typed', at, serverId, gameType, text} as const] : []),
			{...told, at, status: 'waiting', answer: empty, problem: undefined},
		]);
		const isOver = signal?.aborted === true;
		try {
			const {result, answer} = await send();
			end(knownMoment(answer?.timestamp) ?? at, answer ? 'answered' : 'sent', answer ?? empty);
			return result;
		} catch (error) {
			if (error instanceof ApiError) {
				const response = error.strayOutput && printable(error.strayOutput);
				end(at, isOver ? 'failed' : statusOf(error), {...empty, response}, await wordsOf(error));
			}
			throw error;
		}
	};

	const act = async <Result>(
		{serverId, verb, done}: Act,
		{signal}: CallOptions = {},
		send: () => Promise<Result>,
	): Promise<Result> => {
		if (signal?.aborted) return send();
		const server = serverId === undefined ? undefined : about(serverId).name;
		const told = {kind: 'note', at: Date.now(), id: `${thisProcess} ${count++}`, serverId, server} as const;
		const unknown = `${verb}: outcome unknown, it may have been carried out`;
		const end = (tone: 'act' | 'failure', text: string): void => keepLater([{...told, tone, text}]);
		await keep([{...told, tone: 'failure', text: unknown} satisfies Memorable]);
		try {
			const result = await send();
			end('act', done);
			return result;
		} catch (error) {
			if (error instanceof ApiError) {
				const isOpen = error.reason === 'cancelled' || mayHaveRun(error);
				end('failure', `${isOpen ? unknown : `${verb}: refused`}: ${await wordsOf(error)}`);
			}
			throw error;
		}
	};

	return {command, act};
}

let count = 0;

function statusOf(error: ApiError): CommandStatus {
	if (error.reason === 'cancelled') return 'abandoned';
	return mayHaveRun(error) ? 'timeout' : 'failed';
}

/** As the deck has it. Its words are only loaded where something went wrong. */
async function wordsOf(error: ApiError): Promise<string> {
	const {failureOf} = await import('../core/failure.ts');
	const {key, title} = failureOf(error);
	return key ?? title;
}
