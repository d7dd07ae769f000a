import {noOutput} from '../../core/console/status-words.ts';
import type {Command} from 'commander';
import {budgetField, secondsField, untilField, watchProblem} from '../../core/forms/watch.ts';
import {longestWatchMs, watchEnd} from '../../core/watch/ending.ts';
import {ApiError} from '../../contract/errors.ts';
import {pause, systemClock} from '../../lib/clock.ts';
import {printable} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {behindDashes} from '../behind-dashes.ts';
import {endOfStream} from '../deadline.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {findServer, nameOf, serverHelp, serversFor} from '../find-servers.ts';
import {secondsText} from '../moments.ts';
import {askAll, sayError} from '../outcomes.ts';
import {say, writeJsonLine} from '../output.ts';
import type {Run} from '../program.ts';
import {answerOf, awaited} from '../rcon-send.ts';
import {readOption} from '../read-option.ts';
import {withService} from '../session.ts';

type Options = {every: string; until?: string; budget: string; json?: true};

export function addWatch(program: Command, run: Run): void {
	program
		.command('watch')
		.description('Run an RCON command at an interval, until interrupted or for 30 minutes')
		.usage('[options] SERVER -- COMMAND')
		.argument('<server>', `${serverHelp}; then -- and the command`)
		.argument('[command...]')
		.option('--every <seconds>', 'interval in seconds, from 10 to 600', '10')
		.option('--until <pattern>', 'end when the answer matches: words or a regular expression')
		.option('--budget <n>', 'most commands to send; it ends after 30 minutes in any case', '600')
		.option('--json', 'write one JSON value a line')
		.action(
			run((io, flags, {every, until, budget: most, json}: Options, words) => {
				const everyMs = 1000 * readOption('--every', secondsField, every);
				const stopWhen = until === undefined ? undefined : readOption('--until', untilField, until);
				const budget = readOption('--budget', budgetField, most);
				const {names, text} = behindDashes(io.argv, words, 'write what the game should run');
				const [name] = names;
				if (text === undefined || name === undefined || names.length > 1) {
					throw new UsageError(
						'Write one server, then --, then the command: rcondeck watch NAME -- ListPlayers.',
					);
				}
				return withService(
					io,
					flags,
					async call => {
						const {api, config, signal} = call;
						const server = findServer(await serversFor(io, call, [name]), name);
						const problem = watchProblem([server.gameType], text, {aliases: {}, dangerous: config.dangerous});
						if (problem !== undefined) throw new CommandError(problem, exitCodes.refusedByUs);
						const going = {everyMs, stopWhen, budget, endsAt: systemClock.monotonic() + longestWatchMs};
						let calls = 0;
						const send = awaited(api, config.awaitMs, signal);
						while (!signal.aborted) {
							const at = Date.now();
							const [outcome] = await askAll([server], ({id}) => send(id, text), {signal});
							if (!outcome || signal.aborted) break;
							const {error, result, code} = outcome;
							if (json) writeJsonLine(io, {at, ...answerOf(outcome), command: text});
							if (error) sayError(io, nameOf(server), error);
							else if (!json) {
								const answer = (result?.response ?? `(${noOutput})`).replace(/\n?$/, '\n');
								io.stdout.write(`-- ${secondsText(at)} ${nameOf(server)}\n${printable(answer)}`);
							}
							// A guard of ours, or credentials that do not count any more: the next one would say the same.
							if (code === exitCodes.refusedByUs || code === exitCodes.notSignedIn) return code;
							const said = result?.response;
							const now = said === undefined ? undefined : {at, kind: 'answer' as const, text: said};
							const reason = watchEnd({...going, calls: ++calls, targets: [{now}]}, systemClock.monotonic());
							if (reason !== undefined) {
								say(io, `The watch is over: ${reason}.`);
								return exitCodes.done;
							}
							const askedMs = error instanceof ApiError ? (error.retryAfterMs ?? 0) : 0;
							await pause(systemClock, Math.max(everyMs, askedMs), signal).catch(() => {});
						}
						return endOfStream(io);
					},
					{sends: true, follows: true},
				);
			}),
		);
}
