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

/** Starts, stops or restarts the servers that are named, else those that lines go to. */
async function runPower(session: LineSession, verb: Power, rest: string): Promise<void> {
	const {who, fields} = readLine(rest);
	const servers = serversOf(session, who);
	if (!servers) return;
	// Who says when wants few questions: the review tells how many at once, and for how long one is waited for.
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

/** `ark-1 in 10m saying Back soon` → the servers, and what is in the fields of the dialog. */
function readLine(rest: string): {who: string; fields: Answers} {
	const [, who = '', delay, now, atOnce, message] = powerWords.exec(rest) ?? [];
	return {
		who,
		fields: {
			...(delay !== undefined && {delay}),
			// Nobody would hear a message.
			...(now !== undefined && {delay: '', message: ''}),
			...(atOnce !== undefined && {atOnce}),
			...(message !== undefined && {message}),
		},
	};
}

/** Says a text to the players of the servers that lines go to, or of all. */
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
	does: [`servers.${verb}`],
	run: (session, rest) => runPower(session, verb, rest),
});

/** What changes servers. Each asks what it needs, tells what would be sent, and sends only what is confirmed by a word. */
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
			does: ['servers.broadcast'],
			run: broadcast,
		},
		{
			name: 'undo',
			...lineCommandMessages.undo,
			changesService: true,
			does: ['view.undo'],
			// It is held for a few seconds only.
			atOnce: ({services}) => undoLast(services),
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
			does: ['servers.edit'],
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
			does: ['servers.create'],
			run: session => runCommand(session, 'servers.create'),
		},
	],
};
