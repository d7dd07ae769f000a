import type {ActionRequest} from '../../actions/request.ts';
import type {CallOptions} from '../../contract/endpoint.ts';
import type {RconAnswer} from '../../contract/models/rcon-answer.ts';
import {commandQueueOf, type GameServer, isEndedBySilence} from '../../contract/models/server.ts';
import {exitCodes, failureText} from '../output/exit-codes.ts';
import type {Call} from '../start/session.ts';
import {createLimit, createSendLimit, inLanes, maxAwaited} from '../output/fan-out.ts';
import {createLearnedLimit, type LearnedLimit} from '../../lib/time/learned-limit.ts';
import {systemClock} from '../../lib/time/clock.ts';
import {ApiError, isAnswerCut, isTimeout} from '../../contract/errors.ts';
import {type Asked, askAll, notSent, type Outcome, type OutcomeStatus, resultOf} from '../output/outcomes.ts';
import {rconAnswerMessages} from '../../messages/rcon.ts';

/** `response` is undefined if the service returned no output, and absent if the command was sent without waiting. */
export type Answer = {response?: string | undefined; commandId?: string | undefined; endedBySilence?: true};
export type CommandOutcome = Outcome<Answer> & {command: string};
type SendResult = Asked<Answer>;

/** Sends one RCON command. */
export const sendCommand =
	({api, signal}: Pick<Call, 'api' | 'signal'>, options: Pick<CallOptions, 'isProbe'> = {}) =>
	async (request: ActionRequest): Promise<SendResult> => {
		const answer = await request.send(api, {...options, signal});
		if (request.endpoint !== 'awaitRcon') return {result: {}, code: exitCodes.done};
		const {command} = answer as RconAnswer; // the type of this endpoint's answer
		const {response, commandId} = command;
		const refusal = request.refusal?.(response ?? '');
		if (refusal) throw refusal;
		const silence = isEndedBySilence(command) && {endedBySilence: true as const};
		return {result: {response, commandId, ...silence}, code: exitCodes.done};
	};

/** Makes what arrived of an answer that was cut off the result. */
export async function keepCutAnswer(sent: Promise<SendResult>): Promise<SendResult> {
	try {
		return await sent;
	} catch (error) {
		if (!isAnswerCut(error)) throw error;
		const {key, answer} = error;
		return {
			result: {response: answer?.response, commandId: answer?.commandId},
			error: {key, message: failureText(error)},
			code: exitCodes.partlyFailed,
			ended: 'incomplete',
		};
	}
}

/** Returns an entry of `results` in a JSON document; missing output is null, as on the wire. */
export function answerOf(outcome: Outcome<Answer>): object {
	const {result} = outcome;
	const isAwaited = result !== undefined && 'response' in result;
	return {...resultOf(outcome), ...(isAwaited && {response: result.response ?? null})};
}

type SendOptions = Pick<Call, 'config' | 'signal'> & {settled?: (ended: OutcomeStatus) => void};

/** Learns from each awaited command how many its queue serves at once. */
function createQueueLimits({settings, awaitMs}: Call['config']) {
	const limits = new Map<string, LearnedLimit>();
	const limitIn = (queue: string) => {
		const limit =
			limits.get(queue) ?? createLearnedLimit({max: settings.at_once_per_node, timeoutMs: awaitMs});
		limits.set(queue, limit);
		return limit;
	};
	return {
		atOnceIn: (queue: string) => limitIn(queue).atOnce(),
		measured: async <Result>(
			server: GameServer,
			{endpoint, command = ''}: ActionRequest,
			send: () => Promise<Result>,
		) => {
			if (endpoint !== 'awaitRcon') return send();
			const ended = limitIn(commandQueueOf(server)).start(command);
			const startedAt = systemClock.monotonic();
			try {
				const result = await send();
				ended({ms: systemClock.monotonic() - startedAt});
				return result;
			} catch (error) {
				ended(error instanceof ApiError && isTimeout(error) ? 'timeout' : 'failed');
				throw error;
			}
		},
	};
}

/**
Sends commands in parallel, to the servers of one queue (usually a node) only as many at once as it was seen to serve,
because others would wait there and time out, and the commands of a server in order.
After a failure the server's remaining commands are skipped: the rest of a runbook usually depends on it.
*/
export async function sendAll(
	servers: readonly GameServer[],
	requestsFor: (server: GameServer) => readonly ActionRequest[],
	send: (request: ActionRequest) => Promise<SendResult>,
	{config, signal, settled = () => {}}: SendOptions,
): Promise<CommandOutcome[]> {
	const limit = createSendLimit(createLimit(signal, maxAwaited));
	const {atOnceIn, measured} = createQueueLimits(config);
	const sendTo = async (server: GameServer) => {
		const outcomes: CommandOutcome[] = [];
		for (const request of requestsFor(server)) {
			const hasFailed = outcomes.some(({ended}) => ended !== 'done');
			const [outcome] = hasFailed
				? [notSent<Answer>(server, rconAnswerMessages.earlierFailed)]
				: await askAll(
						[server],
						() => limit(() => keepCutAnswer(measured(server, request, () => send(request)))),
						{signal},
					);
			if (outcome) outcomes.push({...outcome, command: request.command ?? ''});
		}
		settled(outcomes.find(({ended}) => ended !== 'done')?.ended ?? 'done');
		return outcomes;
	};
	const outcomes = await inLanes(servers, commandQueueOf, sendTo, atOnceIn);
	return outcomes.flat();
}
