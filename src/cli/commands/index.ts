import type {Command} from 'commander';
import type {Run} from '../command-run.ts';
import {commandGroups, type CommandGroup} from '../../messages/cli-program.ts';

/** Declares one or more commands on the program. */
export type AddCommands = (program: Command, run: Run) => void;
type Declared = {
	group: CommandGroup;
	names: readonly string[];
	/** Earlier names, hidden from help. */
	aliases?: readonly string[];
	load: () => Promise<AddCommands>;
};

/**
Every command, in the order of the help. A file is loaded when one of its commands is called or when all are
listed: creating all commands takes as long as starting Node.
*/
const declared: readonly Declared[] = [
	{group: 'servers', names: ['servers'], load: async () => (await import('./servers.ts')).addServers},
	{group: 'servers', names: ['show'], load: async () => (await import('./show.ts')).addShow},
	{
		group: 'servers',
		names: ['start', 'stop', 'restart'],
		load: async () => (await import('./power.ts')).addPower,
	},
	{
		group: 'servers',
		names: ['create', 'rename', 'move'],
		load: async () => (await import('./manage.ts')).addManage,
	},
	{
		group: 'servers',
		names: ['add', 'edit', 'remove'],
		load: async () => (await import('./own-servers.ts')).addOwnServers,
	},
	{group: 'servers', names: ['adopt'], load: async () => (await import('./adopt.ts')).addAdopt},
	{group: 'console', names: ['rcon'], load: async () => (await import('./rcon.ts')).addRcon},
	{group: 'console', names: ['broadcast'], load: async () => (await import('./broadcast.ts')).addBroadcast},
	{group: 'console', names: ['players'], load: async () => (await import('./players.ts')).addPlayers},
	{group: 'console', names: ['watch'], load: async () => (await import('./watch.ts')).addWatch},
	{group: 'console', names: ['feed'], load: async () => (await import('./feed.ts')).addFeed},
	{group: 'nodes', names: ['nodes'], load: async () => (await import('./nodes.ts')).addNodes},
	{group: 'nodes', names: ['tasks'], load: async () => (await import('./tasks.ts')).addTasks},
	{
		group: 'automations',
		names: ['automations'],
		load: async () => (await import('./automations.ts')).addAutomations,
	},
	{group: 'automations', names: ['runs'], load: async () => (await import('./runs.ts')).addRuns},
	{group: 'team', names: ['team'], load: async () => (await import('./team.ts')).addTeam},
	{group: 'team', names: ['image'], load: async () => (await import('./image.ts')).addImage},
	{group: 'history', names: ['log'], load: async () => (await import('./log.ts')).addLog},
	{group: 'history', names: ['alerts'], load: async () => (await import('./alerts.ts')).addAlerts},
	{group: 'history', names: ['handover'], load: async () => (await import('./handover.ts')).addHandover},
	{group: 'service', names: ['info'], load: async () => (await import('./info.ts')).addInfo},
	{group: 'service', names: ['api'], load: async () => (await import('./api.ts')).addApi},
	{
		group: 'service',
		names: ['serve'],
		aliases: ['sandbox'],
		load: async () => (await import('./serve.ts')).addServe,
	},
	{group: 'service', names: ['agent'], load: async () => (await import('./agent.ts')).addAgent},
	{group: 'setup', names: ['login'], load: async () => (await import('./login.ts')).addLogin},
	{group: 'setup', names: ['logout'], load: async () => (await import('./logout.ts')).addLogout},
	{group: 'setup', names: ['profiles'], load: async () => (await import('./profiles.ts')).addProfiles},
	{group: 'setup', names: ['config'], load: async () => (await import('./config.ts')).addConfig},
	{group: 'setup', names: ['doctor'], load: async () => (await import('./doctor.ts')).addDoctor},
	{group: 'setup', names: ['keys'], load: async () => (await import('./keys.ts')).addKeys},
	{group: 'setup', names: ['version'], load: async () => (await import('./version.ts')).addVersion},
	{group: 'setup', names: ['licenses'], load: async () => (await import('./licenses.ts')).addLicenses},
	// Unnamed, because it describes all other commands and so cannot be loaded alone.
	{group: 'setup', names: [], load: async () => (await import('./completion.ts')).addCompletion},
];

/** Returns the commands declared in the file of this one, or all commands for an unknown name. */
export async function commandsFor(name: string | undefined): Promise<AddCommands[]> {
	const its = declared.filter(
		({names, aliases = []}) => name !== undefined && (names.includes(name) || aliases.includes(name)),
	);
	return Promise.all(
		(its.length > 0 ? its : declared).map(async ({group, load}) => {
			const add = await load();
			return (program: Command, run: Run) => add(program.commandsGroup(commandGroups[group].heading), run);
		}),
	);
}

/** Returns the help group of a command; for a command not declared here, the group of `help`. */
export const groupOf = (name: string): CommandGroup =>
	declared.find(({names, aliases = []}) => names.includes(name) || aliases.includes(name))?.group ?? 'setup';

/** Returns the current name of a command. */
export const currentName = (name: string): string =>
	declared.find(({aliases = []}) => aliases.includes(name))?.names[0] ?? name;

/** Names of commands that can be loaded alone. */
export const namesOfOne = declared.flatMap(({names}) => names);
