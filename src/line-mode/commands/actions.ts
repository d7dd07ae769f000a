import {undoLast} from '../../app/dialogs/undo-window.ts';
import {answersFor, readBroadcastLine, readPowerLine, type Power} from '../../app/action-line.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import type {LineSession} from '../session.ts';
import {serverOf, serversOf, targetsOfSession} from '../named-servers.ts';
import {onServers, runCommand} from '../run-command.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineFleetMessages} from '../../messages/line-mode-fleet.ts';

/** Starts, stops or restarts the named servers, or the current target. */
async function runPower(session: LineSession, verb: Power, rest: string): Promise<void> {
	const {who, fields} = readPowerLine(rest);
	const servers = serversOf(session, who);
	if (!servers) return;
	await runCommand(session, `servers.${verb}`, {
		targets: onServers(servers),
		answers: answersFor(servers.length, fields),
	});
}

/** Sends a message to the players of the current target, or of all servers. */
async function broadcast(session: LineSession, rest: string): Promise<void> {
	const {isToAll, text} = readBroadcastLine(rest);
	const servers = isToAll ? session.services.store.getState().fleet.order : serversOf(session, '');
	if (!servers) return;
	await runCommand(session, 'servers.broadcast', {
		targets: onServers(servers),
		answers: text === '' ? {} : {text},
	});
}

const power = (verb: Power): LineCommand => ({
	name: verb,
	...lineCommandMessages[verb],
	changesService: true,
	completes: 'servers',
	replaces: [`servers.${verb}`],
	run: (session, rest) => runPower(session, verb, rest),
});

/**
Commands that change servers. Each asks for what it needs, prints the request, and sends it only after a typed
confirmation.
*/
export const actionCommands: CommandGroup = {
	title: lineGroupTitles.acting,
	commands: [
		power('start'),
		power('stop'),
		power('restart'),
		{
			name: 'broadcast',
			...lineCommandMessages.broadcast,
			changesService: true,
			replaces: ['servers.broadcast'],
			run: broadcast,
		},
		{
			name: 'undo',
			...lineCommandMessages.undo,
			changesService: true,
			replaces: ['view.undo'],
			// Runs immediately because the undo window lasts only a few seconds.
			runNow: ({services}) => undoLast(services),
			completes: 'servers',
			run: async (session, rest) => {
				const server = rest === '' ? undefined : serverOf(session, rest);
				if (rest === '') await runCommand(session, 'view.undo', {targets: targetsOfSession(session)});
				else if (server) await runCommand(session, 'view.undo', {targets: onServers([server.id])});
			},
		},
		{
			name: 'edit',
			...lineCommandMessages.edit,
			changesService: true,
			completes: 'servers',
			replaces: ['servers.edit'],
			run: async (session, rest) => {
				const servers = serversOf(session, rest);
				if (servers && servers.length > 1) session.print(lineFleetMessages.editTakesOne);
				else if (servers) await runCommand(session, 'servers.edit', {targets: onServers(servers)});
			},
		},
		{
			name: 'create',
			...lineCommandMessages.create,
			changesService: true,
			replaces: ['servers.create'],
			run: session => runCommand(session, 'servers.create'),
		},
	],
};
