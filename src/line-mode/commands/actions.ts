import {undoLast} from '../../app/dialogs/undo-window.ts';
import type {Answers} from '../../app/kernel/dialog-id.ts';
import {durationPattern} from '../../lib/duration.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import type {LineSession} from '../session.ts';
import {serverOf, serversOf, targetsOfSession} from '../named-servers.ts';
import {onServers, runCommand} from '../run-command.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineFleetMessages} from '../../messages/line-mode-fleet.ts';

type Power = 'start' | 'stop' | 'restart';

/** Starts, stops or restarts the named servers, or the current target. */
async function runPower(session: LineSession, verb: Power, rest: string): Promise<void> {
	const {who, fields} = readLine(rest);
	const servers = serversOf(session, who);
	if (!servers) return;
	// A time in the line means few questions: the review shows the batch size and the deadline.
	const isSaid = fields['delay'] !== undefined || fields['atOnce'] !== undefined;
	const usual = servers.length > 1 && isSaid ? {atOnce: '', deadline: ''} : {};
	await runCommand(session, `servers.${verb}`, {
		targets: onServers(servers),
		answers: {...usual, ...fields},
	});
}

const powerWords = new RegExp(
	String.raw`^(.*?)(?:(?:^|\s+)(?:in\s+(${durationPattern})|(now)))?(?:(?:^|\s+)(\d+)\s+at\s+once)?(?:(?:^|\s+)saying\s+(.+))?$`,
	's',
);

/** Parses `ark-1 in 10m saying Back soon` into the servers and the fields of the dialog. */
function readLine(rest: string): {who: string; fields: Answers} {
	const [, who = '', delay, now, atOnce, message] = powerWords.exec(rest) ?? [];
	return {
		who,
		fields: {
			...(delay !== undefined && {delay}),
			// Players would not see a message.
			...(now !== undefined && {delay: '', message: ''}),
			...(atOnce !== undefined && {atOnce}),
			...(message !== undefined && {message}),
		},
	};
}

/** Sends a message to the players of the current target, or of all servers. */
async function broadcast(session: LineSession, rest: string): Promise<void> {
	const [, all, text = ''] = /^(--all\b)?\s*(.*)$/s.exec(rest) ?? [];
	const servers = all === undefined ? serversOf(session, '') : session.services.store.getState().fleet.order;
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
