import {createInterface} from 'node:readline/promises';
import type {Command} from 'commander';
import type {Api} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import {findServer, nameOf} from '../find-servers.ts';
import type {Io} from '../io.ts';
import {askAll, codeOf, resultOf} from '../outcomes.ts';
import {say, writeJson} from '../output.ts';
import type {Run} from '../program.ts';
import {withService} from '../session.ts';

type Options = {delay?: string; message?: string; force?: true; yes?: true; json?: true};
type Verb = 'start' | 'stop' | 'restart';
/** Whole minutes, and what the players read while they pass. */
type Timing = {delayMinutes: number | undefined; message: string | undefined};

export function addPower(program: Command, run: Run): void {
	add(program, run, 'start', 'Start servers');
	addTiming(add(program, run, 'stop', 'Stop servers, now or after a delay')).option(
		'--force',
		'kill the process: what was not saved is lost',
	);
	addTiming(add(program, run, 'restart', 'Restart servers, now or after a delay'));
}

function add(program: Command, run: Run, verb: Verb, description: string): Command {
	return program
		.command(verb)
		.description(description)
		.argument('<server...>', 'id, display name, or a unique part of it')
		.option('-y, --yes', 'do not ask; needed without a terminal to stop and to restart')
		.option('--json', 'write one JSON document')
		.action(
			run(async (io, flags, options: Options, words) => {
				const timing = readTiming(options);
				return withService(io, flags, async ({api, config, signal, teamId}) => {
					const {items} = await api.listServers({teamId: await teamId()}, {signal});
					const servers = new Set(words.map(word => findServer(items, word)));
					if (!config.readOnly) await consent(io, verb, [...servers], options, timing);
					const outcomes = await askAll(servers, async ({id}) => {
						await send(api, verb, id, timing, options, signal);
						return {result: {accepted: true}, code: exitCodes.done};
					});
					if (options.json) writeJson(io, {results: outcomes.map(resultOf)});
					for (const {server, error} of outcomes) {
						say(io, `${nameOf(server)}: ${error ? error.message : accepted(verb, timing)}`);
					}
					return codeOf(outcomes);
				});
			}),
		);
}

function addTiming(command: Command): Command {
	return command
		.option('--delay <minutes>', 'whole minutes from now, at least 1')
		.option('--message <text>', 'what the players read meanwhile; needs a delay');
}

function readTiming({delay, message}: Options): Timing {
	const delayMinutes = delay === undefined ? undefined : Number(delay);
	if (delay !== undefined && !(/^\d+$/.test(delay) && Number(delay) >= 1)) {
		throw new UsageError('--delay takes whole minutes from 1 on, such as 10; without it the act is at once.');
	}
	if (message !== undefined && message.trim() === '')
		throw new UsageError('The --message is blank: write what the players should read.');
	if (message !== undefined && delayMinutes === undefined) {
		throw new UsageError('Nobody would hear a --message without a --delay: add one, such as --delay 10.');
	}
	return {delayMinutes, message};
}

function send(
	api: Api,
	verb: Verb,
	serverId: string,
	{delayMinutes, message}: Timing,
	{force}: Options,
	signal: AbortSignal,
): Promise<void> {
	const delay = delayMinutes !== undefined && {delayMinutes};
	if (verb === 'start') return api.startServer({serverId}, {signal});
	if (verb === 'restart') {
		const words = message !== undefined && {delayedRestartMessage: message};
		return api.restartServer({serverId, ...delay, ...words}, {signal});
	}
	const words = message !== undefined && {delayedStopMessage: message};
	return api.stopServer({serverId, ...(force && {forceStop: true}), ...delay, ...words}, {signal});
}

/** Throws where nobody says yes to what throws players out. */
async function consent(
	io: Io,
	verb: Verb,
	servers: readonly GameServer[],
	{yes, force}: Options,
	timing: Timing,
): Promise<void> {
	if (yes || verb === 'start') return;
	if (!io.stdin.isTTY || !io.stderr.isTTY) {
		throw new CommandError(`Without a terminal to ask on, ${verb} needs --yes.`, exitCodes.refusedByUs);
	}
	const players = servers.reduce((sum, {onlinePlayers = 0}) => sum + onlinePlayers, 0);
	const act = `${force ? 'Kill' : verb === 'stop' ? 'Stop' : 'Restart'} ${servers.map(nameOf).join(', ')}`;
	io.stderr.write(`${act} (${players} players), ${whenOf(timing)}? [y/N] `);
	const lines = createInterface({input: io.stdin});
	// No answer at all, such as the end of the input, is a no.
	const answer = await Promise.race([
		lines.question('', {signal: io.ending}),
		new Promise<string>(resolve => lines.once('close', () => resolve(''))),
	]).finally(() => lines.close());
	if (!/^y(es)?$/i.test(answer.trim())) throw new CommandError('Nothing was sent.', exitCodes.refusedByUs);
}

const whenOf = ({delayMinutes}: Timing) => (delayMinutes === undefined ? 'now' : `in ${delayMinutes} min`);

const accepted = (verb: Verb, timing: Timing) =>
	`${verb}${timing.delayMinutes === undefined ? '' : ` ${whenOf(timing)}`} accepted.`;
