import {fillWords} from '../../app/custom-commands/commands.ts';
import {type CustomCommand, customMessages} from '../../messages/custom-commands.ts';
import {lineFleetMessages, lineMessages} from '../../messages/line-mode.ts';
import {serverOf, serversOf, targetsOfSession} from '../named-servers.ts';
import {onServers, runCommand} from '../run-command.ts';
import type {LineSession} from '../session.ts';
import {actionLines} from './action-lines.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import {undoLast} from '../../app/dialogs/undo-window.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';

/** Creates the commands of `[commands]`: `:NAME`, or `:NAME ark-1 ark-2`. */
export const customLineCommands = (all: readonly CustomCommand[]): LineCommand[] =>
	all.map(custom => ({
		name: custom.name,
		takes: customMessages.takes,
		help: `${customMessages.help(custom.kind, custom.words.join(' '))}.`,
		changesService: true,
		completes: 'servers',
		replaces: [`commands.${custom.name}`],
		run: (session, rest) => run(session, custom, rest),
	}));

export const customGroup = ({services}: LineSession): CommandGroup[] => {
	const commands = customLineCommands(services.settings.commands);
	return commands.length === 0 ? [] : [{title: customMessages.heading, commands}];
};

async function run(session: LineSession, custom: CustomCommand, rest: string): Promise<void> {
	const {services, print} = session;
	const isForServers =
		custom.kind === 'rcon' || rest !== '' || custom.words.some(word => word.includes('{server.'));
	const servers = isForServers ? serversOf(session, rest) : [];
	if (!servers) return;
	if (custom.kind !== 'rcon') {
		await runCommand(session, `commands.${custom.name}`, {targets: onServers(servers)});
		return;
	}
	const [serverId = '', ...others] = servers;
	if (others.length > 0) {
		print(customMessages.oneAtATime);
		return;
	}
	const filled = fillWords(custom, services.store.getState().fleet.servers.get(serverId));
	if ('problem' in filled) print(lineMessages.warning(filled.problem));
	else {
		session.choose(serverId);
		session.prefill(filled.words.join(' '));
	}
}

/**
Commands that change servers. Each asks for what it needs, prints the request, and sends it only after a typed
confirmation.
*/
export const actionCommands: CommandGroup = {
	title: lineGroupTitles.acting,
	commands: [
		...actionLines('servers'),
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
				// A scheduled action of this session needs no name if it is the only one.
				const [own, ...others] = session.services.store.getState().scheduled.own.keys();
				const isOnly = own !== undefined && others.length === 0 && session.target() === undefined;
				if (rest === '') {
					const targets = isOnly ? onServers([own]) : targetsOfSession(session);
					await runCommand(session, 'view.undo', {targets});
				} else if (server) await runCommand(session, 'view.undo', {targets: onServers([server.id])});
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
	],
};
