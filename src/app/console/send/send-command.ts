import {ApiError, isTimeout} from '../../../contract/errors.ts';
import type {LaterCommand} from '../../../contract/models/rcon-answer.ts';
import {commandText} from '../../../contract/rcon-text.ts';
import {sanitizeCommand} from '../../kernel/text/sanitize.ts';
import {failureOf} from '../../kernel/state/failure.ts';
import {plainPrefix} from '../../../actions/aliases.ts';
import type {Services} from '../../kernel/state/services.ts';
import {cancelBatch, joinRconQueue, leaveRconQueue, lingerInRconQueue, startTurn} from './rcon-queue.ts';
import {consoleMessages} from '../../../messages/console.ts';
import type {ActionRequest} from '../../../actions/request.ts';
import {lineOf} from '../record/line-by-id.ts';

/**
`localId` is the id of its entry in the console. `yields`: whatever a user types goes first. `isProbe`: see `CommandOrigin`.
`later`: see `ActionRequest`. `batch`: if it is refused or may have run, the rest of the batch that was not sent yet is canceled.
*/
export type SendOptions = {
	localId?: string;
	yields?: true;
	isProbe?: true;
	batch?: string;
	later?: LaterCommand | undefined;
};

/** Sends the typed command: awaited, or plain after `& `. Never sends anything twice. */
export async function runTyped(
	services: Services,
	serverId: string,
	typed: string,
	options: SendOptions = {},
): Promise<void> {
	if (typed.startsWith(plainPrefix))
		await sendPlain(services, serverId, typed.slice(plainPrefix.length), options);
	else await sendAwaited(services, serverId, typed, options);
}

/** Sends one command and waits; its console entry shows the progress. Resolves with the error, if any. */
export function sendAwaited(
	services: Services,
	serverId: string,
	command: string,
	options: SendOptions = {},
): Promise<ApiError | undefined> {
	const {api, clock, store} = services;
	const timeoutMs = services.settings.awaitMs;
	const localId = options.localId ?? services.newId();
	const {later} = options;
	const call = options.isProbe ? {background: true, isProbe: true} : {};
	return sendInTurn(services, {...options, serverId, localId, command, timeoutMs}, async signal => {
		const packet = await api.awaitRcon(
			{serverId, command, timeoutMs, ...(later && {later})},
			{signal, ...call},
		);
		const arrival = {at: clock.now(), tick: clock.monotonic()};
		const answer = {...sanitizeCommand(packet.command), command: commandText(command)};
		store.dispatch({type: 'rcon/answered', serverId, localId, answer, ...arrival});
	});
}

async function sendPlain(
	services: Services,
	serverId: string,
	command: string,
	options: SendOptions,
): Promise<void> {
	const {api, clock, store} = services;
	const localId = options.localId ?? services.newId();
	const plain = {...options, serverId, localId, command, timeoutMs: undefined};
	await sendInTurn(services, plain, async signal => {
		await api.sendRcon({serverId, command}, {signal});
		const arrival = {at: clock.now(), tick: clock.monotonic()};
		store.dispatch({type: 'rcon/forwarded', serverId, localId, ...arrival});
	});
}

type QueuedCommand = SendOptions & {
	serverId: string;
	localId: string;
	command: string;
	timeoutMs: number | undefined;
};
type Send = (signal: AbortSignal) => Promise<void>;

/** Sends when the node is free. If it is canceled before that, it is never sent. */
function sendInTurn(services: Services, pending: QueuedCommand, send: Send): Promise<ApiError | undefined> {
	const {clock, store, journal} = services;
	const {serverId, localId, command, timeoutMs, yields, isProbe, batch} = pending;
	const [at, tick] = [clock.now(), clock.monotonic()];
	store.dispatch({
		type: 'rcon/sent',
		serverId,
		localId,
		command: commandText(command),
		at,
		tick,
		timeoutMs,
		...(isProbe && {isProbe}),
	});
	const waiting = new AbortController();
	const {promise, resolve, reject} = Promise.withResolvers<ApiError | undefined>();
	let isSent = false;
	const run = async () => {
		isSent = true;
		const ended = timeoutMs === undefined ? () => {} : startTurn(services, localId, command);
		store.dispatch({type: 'rcon/started', serverId, localId, at: clock.now(), tick: clock.monotonic()});
		// If the program is killed now, the next one must know this command.
		const writing = journal.flush();
		if (writing) {
			await writing;
			store.dispatch({type: 'rcon/recorded', serverId, localId, tick: clock.monotonic()});
		}
		const startedAt = clock.monotonic();
		try {
			await send(waiting.signal);
			ended({ms: clock.monotonic() - startedAt});
			leaveRconQueue(services, localId);
			return undefined;
		} catch (error) {
			const problem = reportFailure(services, serverId, localId, error);
			if (batch !== undefined) cancelBatch(services, batch);
			ended(isTimeout(problem) ? 'timeout' : 'failed');
			// Its node may still be busy with it.
			if (isTimeout(problem)) lingerInRconQueue(services, localId);
			else leaveRconQueue(services, localId);
			return problem;
		}
	};
	const stop = () => {
		if (isSent) {
			waiting.abort();
			return;
		}
		store.dispatch({type: 'rcon/recalled', serverId, localId});
		leaveRconQueue(services, localId);
		resolve(
			new ApiError(consoleMessages.canceled, {
				reason: 'canceled',
				request: 'POST /server/{serverId}/rcon',
			}),
		);
	};
	const start = () => void run().then(resolve, reject);
	joinRconQueue(services, {
		serverId,
		localId,
		...(yields && {yields}),
		...(batch !== undefined && {batch}),
		stop,
		start,
	});
	return promise;
}

function reportFailure({store}: Services, serverId: string, localId: string, error: unknown): ApiError {
	if (!(error instanceof ApiError)) throw error;
	if (error.reason === 'canceled') store.dispatch({type: 'rcon/abandoned', serverId, localId});
	else {
		const answer = error.answer && {answer: sanitizeCommand(error.answer)};
		store.dispatch({type: 'rcon/failed', serverId, localId, failure: failureOf(error), ...answer});
	}
	return error;
}

/**
Sends one request, once. An RCON command waits in the queue of its node and gets an entry in the console. Throws
`ApiError`.
*/
export async function sendRequest(services: Services, request: ActionRequest): Promise<unknown> {
	const {serverId, command, later} = request;
	if (serverId === undefined || command === undefined) return request.send(services.api);
	const localId = services.newId();
	const error = await sendAwaited(services, serverId, command, {localId, later});
	if (error) throw error;
	const answer = lineOf(services.store.getState(), serverId, localId)?.response ?? '';
	const refusal = request.refusal?.(answer);
	if (refusal) throw refusal;
	return undefined;
}
