import {fillWords} from '../../app/custom-commands/fill.ts';
import {customMessages, type CustomCommand} from '../../messages/custom-commands.ts';
import {lineMessages} from '../../messages/line-mode.ts';
import {serversOf} from '../named-servers.ts';
import {onServers, runCommand} from '../run-command.ts';
import type {LineSession} from '../session.ts';
import type {CommandGroup, LineCommand} from './command.ts';

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
	const commands = customLineCommands(services.settings.commands ?? []);
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
