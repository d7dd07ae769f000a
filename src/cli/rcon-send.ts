import type {ActionRequest} from '../actions/request.ts';
import type {CallOptions} from '../contract/endpoint.ts';
import type {RconPacket} from '../contract/models/rcon-answer.ts';
import {commandQueueOf} from '../contract/command-queue.ts';
import type {GameServer} from '../contract/models/server.ts';
import {exitCodes, type ExitCode} from './exit-codes.ts';
import type {Call} from './session.ts';
import {createLimit, inLanes, maxAwaited} from './fan-out.ts';
import {askAll, notSent, resultOf, type OutcomeStatus, type Outcome} from './outcomes.ts';
import {rconAnswerMessages} from '../messages/cli-rcon.ts';

/** `response` is undefined if the service returned no output, and absent if the command was sent without waiting. */
export type Answer = {response?: string | undefined; commandId?: string | undefined};
export type CommandOutcome = Outcome<Answer> & {command: string};
type SendResult = {result: Answer; code: ExitCode};

/** Sends one RCON command. */
export const sendCommand =
	({api, signal}: Pick<Call, 'api' | 'signal'>, options: Pick<CallOptions, 'isProbe'> = {}) =>
	async (request: ActionRequest): Promise<SendResult> => {
		const answer = await request.send(api, {...options, signal});
		if (request.endpoint !== 'awaitRcon') return {result: {}, code: exitCodes.done};
		const {response, commandId} = (answer as RconPacket).command; // the type of this endpoint's answer
		return {result: {response, commandId}, code: exitCodes.done};
	};

/** Returns an entry of `results` in a JSON document; missing output is null, as on the wire. */
export function answerOf(outcome: Outcome<Answer>): object {
	const {result} = outcome;
	const isAwaited = result !== undefined && 'response' in result;
	return {...resultOf(outcome), ...(isAwaited && {response: result.response ?? null})};
}

type SendOptions = {signal: AbortSignal; settled?: (ended: OutcomeStatus) => void};

/**
Sends commands in parallel, to the servers of one queue (usually a node) in sequence, because concurrent commands would
only wait there and time out, and the commands of a server in order.
After a failure the server's remaining commands are skipped: the rest of a runbook usually depends on it.
*/
export async function sendAll(
	servers: readonly GameServer[],
	requestsFor: (server: GameServer) => readonly ActionRequest[],
	send: (request: ActionRequest) => Promise<SendResult>,
	{signal, settled = () => {}}: SendOptions,
): Promise<CommandOutcome[]> {
	const limit = createLimit(signal, maxAwaited);
	const outcomes = await inLanes(servers, commandQueueOf, async server => {
		const outcomes: CommandOutcome[] = [];
		for (const request of requestsFor(server)) {
			const hasFailed = outcomes.some(({ended}) => ended !== 'done');
			const [outcome] = hasFailed
				? [notSent<Answer>(server, rconAnswerMessages.earlierFailed)]
				: await askAll([server], () => limit(() => send(request)), {signal});
			if (outcome) outcomes.push({...outcome, command: request.command ?? ''});
		}
		settled(outcomes.find(({ended}) => ended !== 'done')?.ended ?? 'done');
		return outcomes;
	});
	return outcomes.flat();
}
