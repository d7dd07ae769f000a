import type {Command} from 'commander';
import {pause, systemClock} from '../../lib/clock.ts';
import {printable} from '../../lib/text.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {behindDashes} from '../behind-dashes.ts';
import {endOfStream, wholeSeconds} from '../deadline.ts';
import {exitCodes} from '../exit-codes.ts';
import {findServer, nameOf, serverHelp, serversFor} from '../find-servers.ts';
import {secondsText} from '../moments.ts';
import {askAll, resultOf} from '../outcomes.ts';
import {say, writeJsonLine} from '../output.ts';
import type {Run} from '../program.ts';
import {awaited} from '../rcon-send.ts';
import {withService} from '../session.ts';

type Options = {every: string; json?: true};

export function addWatch(program: Command, run: Run): void {
	program
		.command('watch')
		.description('Run an RCON command again and again, until interrupted')
		.usage('[options] SERVER -- COMMAND')
		.argument('<server>', `${serverHelp}; then -- and the command`)
		.argument('[command...]')
		.option('--every <seconds>', 'from one to the next', '10')
		.option('--json', 'write one JSON value a line')
		.action(
			run((io, flags, {every, json}: Options, words) => {
				const everyMs = 1000 * wholeSeconds(every, '--every');
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
						const send = awaited(api, config.awaitMs, signal);
						while (!signal.aborted) {
							const at = Date.now();
							const [outcome] = await askAll([server], ({id}) => send(id, text), {signal});
							if (!outcome || signal.aborted) break;
							const {error, result, code} = outcome;
							if (json) writeJsonLine(io, {at, ...resultOf(outcome), command: text});
							if (error) say(io, `${nameOf(server)}: ${error.message}`);
							else if (!json) {
								const answer = (result?.response ?? 'The game could not be reached.').replace(/\n?$/, '\n');
								io.stdout.write(`-- ${secondsText(at)} ${nameOf(server)}\n${printable(answer)}`);
							}
							// A guard of ours, or credentials that do not count any more: the next one would say the same.
							if (code === exitCodes.refusedByUs || code === exitCodes.notSignedIn) return code;
							await pause(systemClock, everyMs, signal).catch(() => {});
						}
						return endOfStream(io);
					},
					{sends: true, follows: true},
				);
			}),
		);
}
