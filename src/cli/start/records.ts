import {type ActionActivity, outcomeOf, printableActivity} from '../../actions/activity.ts';
import {knownMoment} from '../../contract/moments.ts';
import type {CallOptions} from '../../contract/endpoint.ts';
import {ApiError, mayHaveRun} from '../../contract/errors.ts';
import type {CommandStatus, Memorable} from '../../actions/memorable.ts';
import type {ServerCommand} from '../../contract/models/server.ts';
import {commandText} from '../../contract/rcon-text.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {thisProcess} from '../../lib/files/private-folder.ts';
import type {ShellJournal} from './shell-journal.ts';

/** An action as recorded; without a server it concerns none. */
export type RecordedAction = Pick<ActionActivity, 'action' | 'input'> & {serverId?: string | undefined};

/** Records an action before it is sent, and then its outcome. */
export type RecordAction = <Result>(
	recorded: RecordedAction,
	options: CallOptions | undefined,
	send: () => Promise<Result>,
) => Promise<Result>;

/** Records that the last action on a server, which the service had accepted, turned out to have failed. */
export type RecordFailed = (serverId: string, reason: string) => void;

/** Records the state in which a command has seen a server after its action. */
export type RecordReached = (serverId: string, state: string | undefined) => void;

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
	const lastOf = new Map<string, (reason: string) => Memorable>();
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
				const {commandId, timestamp, response: partial} = error.answer ?? empty;
				const output = partial ?? error.strayOutput;
				const answer = {...empty, response: output && printable(output), commandId, timestamp};
				const when = knownMoment(timestamp) ?? at;
				end(when, isOver ? 'failed' : statusOf(error), answer, await wordsOf(error));
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
			if (serverId !== undefined) lastOf.set(serverId, reason => entryOf('failed', reason));
			return result;
		} catch (error) {
			if (error instanceof ApiError) {
				keepLater([entryOf(outcomeOf(error), await wordsOf(error))]);
			}
			throw error;
		}
	};

	const failed: RecordFailed = (serverId, reason) => {
		const entry = lastOf.get(serverId);
		if (entry) keepLater([entry(reason)]);
	};
	return {command, action, failed};
}

let count = 0;

/** The state in which a command has seen a server, as a record. */
export const reachedNote = (serverId: string, server: string, to: string | undefined): Memorable => ({
	kind: 'note',
	at: Date.now(),
	id: `${thisProcess} ${count++}`,
	serverId,
	server,
	activity: {type: 'stateChange', from: undefined, to, seenBy: 'poll'},
});

function statusOf(error: ApiError): CommandStatus {
	if (error.reason === 'canceled') return 'abandoned';
	return mayHaveRun(error) ? 'timeout' : 'failed';
}

/** Returns the same text as the TUI. Loaded only after a failure. */
async function wordsOf(error: ApiError): Promise<string> {
	const {briefFailure, failureOf} = await import('../../app/kernel/state/failure.ts');
	return briefFailure(failureOf(error));
}
