import {undoLast} from '../../app/dialogs/undo-window.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import type {LineSession} from '../session.ts';
import {serverOf, serversOf, targetsOfSession} from '../named-servers.ts';
import {onServers, runCommand} from '../run-command.ts';

type Power = 'start' | 'stop' | 'restart';

/** Starts, stops or restarts the servers that are named, else those that lines go to. */
async function act(session: LineSession, verb: Power, rest: string): Promise<void> {
	const {who, fields} = spoken(rest);
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

/** `ark-1 in 10 saying Back soon` → the servers, and what stands in the fields of the dialog. */
function spoken(rest: string): {who: string; fields: Record<string, string>} {
	const [, who = '', minutes, now, atOnce, message] =
		/^(.*?)(?:(?:^|\s+)(?:in\s+(\d+)(?:\s+min(?:ute)?s?)?|(now)))?(?:(?:^|\s+)(\d+)\s+at\s+once)?(?:(?:^|\s+)saying\s+(.+))?$/s.exec(
			rest,
		) ?? [];
	return {
		who,
		fields: {
			...(minutes !== undefined && {delay: minutes}),
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

const power = (verb: Power, help: string): LineCommand => ({
	name: verb,
	takes: `[SERVERS or marked]${verb === 'start' ? '' : ' [in MINUTES or now]'} [NUMBER at once]${verb === 'start' ? '' : ' [saying TEXT]'}`,
	help,
	acts: true,
	completes: 'servers',
	does: [`servers.${verb}`],
	run: (session, rest) => act(session, verb, rest),
});

/** What changes servers. Each asks what it needs, tells what would be sent, and sends only what is confirmed by a word. */
export const actionCommands: CommandGroup = {
	title: 'Acting on servers',
	commands: [
		power('start', 'Starts the servers that are named, or those that lines go to.'),
		power(
			'stop',
			'Stops them, gracefully or by force, now or after a delay that the players are told of; several one after another.',
		),
		power(
			'restart',
			'Restarts them, now or after a delay that the players are told of: :restart in 10 saying Back in {minutes} minutes. Several one after another, each when the one before is up again.',
		),
		{
			name: 'broadcast',
			takes: '[--all] [TEXT]',
			help: "Says a text to the players of the chosen server, of the marked ones, or of every server, with the game's own command.",
			acts: true,
			does: ['servers.broadcast'],
			run: broadcast,
		},
		{
			name: 'undo',
			takes: '[SERVER]',
			help: 'Recalls what is held back or waits for its turn, else asks whether to cancel what is scheduled.',
			acts: true,
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
			takes: '[SERVER]',
			help: 'Renames, moves, updates, backs up or deletes a server: it asks which.',
			acts: true,
			completes: 'servers',
			does: ['servers.edit'],
			run: async (session, rest) => {
				const servers = serversOf(session, rest);
				if (servers && servers.length > 1) session.print('PROBLEM :edit takes one server at a time.');
				else if (servers) await runCommand(session, 'servers.edit', {targets: onServers(servers)});
			},
		},
		{
			name: 'create',
			takes: '',
			help: 'Creates a server.',
			acts: true,
			does: ['servers.create'],
			run: session => runCommand(session, 'servers.create'),
		},
	],
};
