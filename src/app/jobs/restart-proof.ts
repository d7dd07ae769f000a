import type {ApiError} from '../../contract/errors.ts';
import {isConsoleFailure} from '../../contract/models/server.ts';
import {isUp} from '../../contract/states.ts';
import {findGame} from '../../games/games.ts';
import type {UptimeCommand} from '../../games/game-types.ts';
import {groupReader} from '../../lib/text/linear-pattern.ts';
import {lineOf} from '../console/record/line-by-id.ts';
import {newestFirst, noLines} from '../console/record/lines.ts';
import {quietLineId} from '../console/record/unread.ts';
import {sendAwaited} from '../console/send/send-command.ts';
import type {Services} from '../kernel/state/services.ts';

type Probe = {error: ApiError | undefined; answer: string};

/** Sends a command of the job itself. No user waits for its answer. */
export async function probeConsole(services: Services, serverId: string, command: string): Promise<Probe> {
	const localId = quietLineId(services.newId());
	const error = await sendAwaited(services, serverId, command, {yields: true, isProbe: true, localId});
	return {error, answer: lineOf(services.store.getState(), serverId, localId)?.response ?? ''};
}

/** Whether the last command to a server was answered. */
function hasAnswered({store}: Services, serverId: string): boolean {
	for (const line of newestFirst(store.getState().console.get(serverId)?.lines ?? noLines))
		if (line.kind === 'command') return line.status === 'answered';
	return false;
}

/**
Returns a function that asks the console of a server whether the server has restarted although its state did not change:
it is up for a shorter time than since `dueTick`, by `clock.monotonic`, or a console that answered before is gone.
*/
export function createRestartProof(
	services: Services,
	serverId: string,
	dueTick: number,
): () => Promise<boolean> {
	const {store, clock} = services;
	let didAnswer = hasAnswered(services, serverId);
	return async () => {
		const server = store.getState().fleet.servers.get(serverId);
		const {uptime, probe} = findGame(server?.gameType) ?? {};
		const command = uptime?.command ?? probe;
		if (command === undefined || !isUp(server) || clock.monotonic() < dueTick) return false;
		const {error, answer} = await probeConsole(services, serverId, command);
		if (error) return didAnswer && (isConsoleFailure(error.key) || error.key === 'server.is_not_online');
		didAnswer = true;
		const uptimeMs = uptime && uptimeMsIn(answer, uptime);
		return uptimeMs !== undefined && uptimeMs <= clock.monotonic() - dueTick;
	};
}

/** Returns the longest time that a game with this answer can have been running, ms; undefined if the answer does not say. */
function uptimeMsIn(answer: string, {pattern}: UptimeCommand): number | undefined {
	const seconds = Number(groupReader(pattern)(answer)?.get('seconds') ?? NaN);
	return Number.isFinite(seconds) ? (seconds + 1) * 1000 : undefined;
}
