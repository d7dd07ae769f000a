import {randomUUID} from 'node:crypto';
import type {Command} from 'commander';
import {isDemo} from '../../../config/load.ts';
import {ApiError} from '../../../contract/errors.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import {isUp} from '../../../contract/states.ts';
import {acknowledgeMessages as messages} from '../../../messages/alerts.ts';
import {findMessages} from '../../../messages/cli.ts';
import {viewMessages} from '../../../messages/screens.ts';
import {CommandError, type ExitCode, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import {sayDone} from '../../output/output.ts';
import type {Run} from '../../start/command-run.ts';
import {type Call, withService} from '../../start/session.ts';
import {describe} from '../describe.ts';
import {nameOf, serversFor} from '../find/find-servers.ts';
import {addSelector, chosenServers, type Selector} from '../find/selectors.ts';

type Options = Selector & {undo?: true};

export function addAcknowledge(alert: Command, run: Run): void {
	const command = describe(alert.command('acknowledge'), messages).argument(
		'[server...]',
		findMessages.serverHelp,
	);
	addSelector(command)
		.option('--undo', messages.undoHelp)
		.action(
			run((io, flags, options: Options, words) =>
				withService(io, flags, call => acknowledge(io, call, options, words)),
			),
		);
}

/** Acknowledges the problems of servers as the key does, for this user's sessions and the team's other admins. */
async function acknowledge(
	io: Io,
	call: Call,
	options: Options,
	words: readonly string[],
): Promise<ExitCode> {
	const {config, keep, teamId, syncTeamJournal} = call;
	if (isDemo(config) || config.readOnly) throw new CommandError(messages.notKept, exitCodes.refusedByUs);
	const chosen = chosenServers(await serversFor(io, call, words), words, options);
	const servers = chosen.filter(server => !isUp(server));
	if (servers.length === 0)
		throw new CommandError(viewMessages.nothingToAcknowledge(chosen.length), exitCodes.failed);
	const at = Date.now();
	const isKnown = !options.undo;
	await keep(servers.flatMap(server => entriesOf(server, at, isKnown)));
	const team = await teamId().catch((error: unknown) => {
		if (error instanceof ApiError) return undefined;
		throw error;
	});
	if (team !== undefined) await syncTeamJournal(team);
	for (const server of servers) {
		const name = nameOf(server);
		sayDone(io, isKnown ? viewMessages.acknowledged(name) : viewMessages.unmuted(name));
	}
	return exitCodes.done;
}

const entriesOf = (server: GameServer, at: number, isKnown: boolean) => {
	const {id: serverId, state} = server;
	const what = isKnown ? ('acknowledged' as const) : ('unacknowledged' as const);
	return [
		{kind: 'acknowledged' as const, at, serverId, server: nameOf(server), state, isKnown},
		{kind: 'forTeam' as const, at, entry: {id: randomUUID(), at, what, serverId, text: state}},
	];
};
