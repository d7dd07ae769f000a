import {ApiError} from '../../contract/errors.ts';
import {cleanCommand} from '../clean.ts';
import {failureOf} from '../failure.ts';
import type {Services} from '../services.ts';
import {printableLine} from '../../lib/text.ts';

/** A line that begins so is sent without waiting for its answer. */
export const plainPrefix = '& ';

/** Sends what was typed: awaited, or plain behind `& `. Never sends anything twice. */
export async function runTyped(services: Services, serverId: string, typed: string): Promise<void> {
	if (typed.startsWith(plainPrefix))
		await sendPlain(services, serverId, typed.slice(plainPrefix.length).trim());
	else await sendAwaited(services, serverId, typed.trim());
}

/** Sends one command and waits; its line in the console tells of all that becomes of it. Gives what went wrong. */
export async function sendAwaited(
	services: Services,
	serverId: string,
	command: string,
): Promise<ApiError | undefined> {
	const {api, clock, store, waits} = services;
	const timeoutMs = services.settings.awaitMs;
	const {localId, sentAt} = begin(services, serverId, command, timeoutMs);
	const waiting = new AbortController();
	waits.set(localId, {serverId, stop: () => waiting.abort()});
	try {
		const packet = await api.awaitRcon({serverId, command, timeoutMs}, {signal: waiting.signal});
		const answer = {...cleanCommand(packet.command), command: printableLine(command)};
		store.dispatch({type: 'rcon/answered', serverId, localId, answer, latencyMs: clock.now() - sentAt});
		return undefined;
	} catch (error) {
		return failed(services, serverId, localId, error);
	} finally {
		waits.delete(localId);
	}
}

async function sendPlain(services: Services, serverId: string, command: string): Promise<void> {
	const {api, clock, store} = services;
	const {localId, sentAt} = begin(services, serverId, command, undefined);
	try {
		await api.sendRcon({serverId, command});
		store.dispatch({type: 'rcon/forwarded', serverId, localId, latencyMs: clock.now() - sentAt});
	} catch (error) {
		failed(services, serverId, localId, error);
	}
}

function begin(
	{clock, newId, store}: Services,
	serverId: string,
	command: string,
	timeoutMs: number | undefined,
): {localId: string; sentAt: number} {
	const localId = newId();
	const sentAt = clock.now();
	store.dispatch({
		type: 'rcon/sent',
		serverId,
		localId,
		command: printableLine(command),
		at: sentAt,
		timeoutMs,
	});
	return {localId, sentAt};
}

function failed({store}: Services, serverId: string, localId: string, error: unknown): ApiError {
	if (!(error instanceof ApiError)) throw error;
	if (error.reason === 'cancelled') store.dispatch({type: 'rcon/abandoned', serverId, localId});
	else store.dispatch({type: 'rcon/failed', serverId, localId, failure: failureOf(error)});
	return error;
}
