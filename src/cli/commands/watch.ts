import type {Command} from 'commander';
import {maxWatchMs, watch} from '../../actions/watch.ts';
import {type AnswerSource, compareAnswers} from '../../app/watch/compare-answers.ts';
import {watchEnd} from '../../app/watch/run-watch.ts';
import {ApiError} from '../../contract/errors.ts';
import {pause, systemClock} from '../../lib/time/clock.ts';
import {printable, printableLine} from '../../lib/text/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {contextOf} from './actions/context.ts';
import {declareAction, readActionArguments, writeRequests} from './actions/options.ts';
import {type ActionOptions, plainRequests, planOf, requestsOf} from './actions/run.ts';
import {endOfStream} from '../start/deadline.ts';
import {exitCodes} from '../output/exit-codes.ts';
import {jsonOption} from '../output/output-options.ts';
import {nameOf} from './find/find-servers.ts';
import {secondsText} from '../output/moments.ts';
import {askAll, sayError} from '../output/outcomes.ts';
import {say, writeJsonLine} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {answerOf, keepCutAnswer, sendCommand} from './rcon-send.ts';
import {withService} from '../start/session.ts';
import {watchCommand} from '../output/fan-out.ts';
import {suspensionMessages} from '../../messages/watch.ts';
import {rconAnswerMessages, watchCommandMessages} from '../../messages/rcon.ts';

type Options = ActionOptions & {every?: string};

/** A script polls more often than a person at a screen. */
const defaultEvery = '10';

export function addWatch(program: Command, run: Run): void {
	declareAction(program, watch)
		.addOption(jsonOption(watchCommandMessages.jsonHelp))
		.action(
			run((io, flags, options: Options, operands) => {
				const {json} = options;
				const args = readActionArguments(io, watch, {every: defaultEvery, ...options}, operands);
				if (args.words.length !== 1) throw new UsageError(watchCommandMessages.commandMissing);
				return withService(
					io,
					flags,
					async call => {
						const {signal} = call;
						const {context} = await contextOf(io, call, watch, args, options);
						const plan = planOf(call, watch, context, args.typed);
						if (options.dryRun) return writeRequests(io, plainRequests(plan), json);
						const {server} = context;
						const {command: text = '', everyMs = 0, stopWhen, budget = 0} = plan.watch ?? {};
						const going = {everyMs, stopWhen, budget, endsAt: systemClock.monotonic() + maxWatchMs};
						const movesSince = createMoves({command: text, gameType: server.gameType});
						let calls = 0;
						const suspendedMs = watchCommand();
						const send = sendCommand(call, {isProbe: true});
						const requests = requestsOf([server], plan);
						while (!signal.aborted) {
							const at = Date.now();
							const [outcome] = await askAll([server], () => keepCutAnswer(send(requests(server))), {signal});
							if (!outcome || signal.aborted) break;
							const {error, result, code} = outcome;
							if (json) writeJsonLine(io, {at, ...answerOf(outcome), command: text});
							if (error) sayError(io, nameOf(server), error);
							if (!json && (!error || result)) {
								const answer = (result?.response ?? `(${rconAnswerMessages.unsaid})`).replace(/\n?$/, '\n');
								const moves = movesSince(result?.response);
								io.stdout.write(`-- ${secondsText(at)} ${nameOf(server)}${moves}\n${printable(answer)}`);
							}
							// A refusal by our own guard or expired credentials will not change with the next attempt.
							if (code === exitCodes.refusedByUs || code === exitCodes.notSignedIn) return code;
							const said = result?.response;
							const now = said === undefined ? undefined : {at, kind: 'answer' as const, text: said};
							const reason = watchEnd({...going, calls: ++calls, targets: [{now}]}, systemClock.monotonic());
							if (reason !== undefined) {
								say(io, watchCommandMessages.over(reason));
								return exitCodes.done;
							}
							const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
							await pause(systemClock, Math.max(everyMs, askedMs), signal).catch(() => {});
							const ms = suspendedMs();
							if (ms > 0) {
								say(io, suspensionMessages.watchOver(ms));
								return exitCodes.failed;
							}
						}
						return endOfStream(io);
					},
					{sends: true, follows: true},
				);
			}),
		);
}

/** Returns a function that says who or what joined and left since the answer before. */
function createMoves(source: AnswerSource): (answer: string | undefined) => string {
	let before: string | undefined;
	return answer => {
		if (answer === undefined) return '';
		const {moves} = compareAnswers(source, before, answer);
		before = answer;
		return moves === '' ? '' : `  ${printableLine(moves)}`;
	};
}
