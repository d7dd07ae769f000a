import {outcomeOf, printableActivity, type ActionActivity} from '../actions/activity.ts';
import {knownMoment} from '../contract/moments.ts';
import type {CallOptions} from '../contract/endpoint.ts';
import {ApiError, mayHaveRun} from '../contract/errors.ts';
import type {CommandStatus, Memorable} from '../actions/memorable.ts';
import type {ServerCommand} from '../contract/models/server.ts';
import {commandText} from '../contract/rcon-text.ts';
import {printable, printableLine} from '../lib/text.ts';
import {thisProcess} from '../lib/this-process.ts';
import type {ShellJournal} from './shell-journal.ts';

/** An action as recorded; without a server it concerns none. */
export type RecordedAction = Pick<ActionActivity, 'action' | 'input'> & {serverId?: string | undefined};

/** Records an action before it is sent, and then its outcome. */
export type RecordAction = <Result>(
	recorded: RecordedAction,
	options: CallOptions | undefined,
	send: () => Promise<Result>,
) => Promise<Result>;

type Command = {serverId: string; command: string};
/** `answer` is undefined if the command was sent without waiting for its answer. */
type SendResult<Result> = {result: Result; answer: ServerCommand | undefined};
type RecordsOptions = {
	/** Returns the server's name in the list, and its game. */
	about: (serverId: string) => {name: string; gameType: string | undefined};
	isTyped: boolean;
	/** How far the service's clock is ahead of ours, in ms; undefined if nothing has shown it. */
	skewMs: () => number | undefined;
};

/**
Records each request before it is sent, and then its outcome. If the process ends in between, the journal shows a
request with an unknown outcome. Requests aborted before they start are not recorded.
*/
export function createRecords({keep, keepLater}: ShellJournal, {about, isTyped, skewMs}: RecordsOptions) {
	const operationId = `${thisProcess} ${count++}`;
	const command = async <Result>(
		{serverId, command}: Command,
		{signal, isProbe}: CallOptions = {},
		send: () => Promise<SendResult<Result>>,
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
		const origin = isProbe ? ('probe' as const) : ('me' as const);
		const entry = {kind: 'command', serverId, server: name, origin, localId: String(count++)} as const;
		const end = (when: number, status: CommandStatus, answer: ServerCommand, problem?: string) =>
			keepLater([{...entry, at: when, status, answer, problem}]);
		await keep([
			...(isTyped && !isProbe ? [{kind: 'typed', at, serverId, gameType, text} as const] : []),
			{...entry, at, sentAt: at + (skewMs() ?? 0), status: 'waiting', answer: empty, problem: undefined},
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

	const action: RecordAction = async ({serverId, action, input}, {signal} = {}, send) => {
		if (signal?.aborted) return send();
		const server = serverId === undefined ? undefined : about(serverId).name;
		const note = {kind: 'note', at: Date.now(), id: `${thisProcess} ${count++}`, serverId, server} as const;
		const entryOf = (outcome: ActionActivity['outcome'], reason?: string): Memorable => ({
			...note,
			activity: printableActivity({
				type: 'action',
				action,
				operationId,
				// Each server has its own outcome.
				targetCount: serverId === undefined ? 0 : 1,
				input,
				outcome,
				...(reason !== undefined && {reason}),
			}),
		});
		await keep([entryOf('pending')]);
		try {
			const result = await send();
			keepLater([entryOf('accepted')]);
			return result;
		} catch (error) {
			if (error instanceof ApiError) {
				keepLater([entryOf(outcomeOf(error), await wordsOf(error))]);
			}
			throw error;
		}
	};

	return {command, action};
}

let count = 0;

function statusOf(error: ApiError): CommandStatus {
	if (error.reason === 'cancelled') return 'abandoned';
	return mayHaveRun(error) ? 'timeout' : 'failed';
}

/** Returns the same text as the TUI. Loaded only after a failure. */
async function wordsOf(error: ApiError): Promise<string> {
	const {failureOf} = await import('../app/kernel/failure.ts');
	const {key, title} = failureOf(error);
	return key ?? title;
}
