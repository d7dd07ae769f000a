import type {Command} from 'commander';
import {powerVerbs} from '../../contract/power.ts';
import type {Run} from '../start/command-run.ts';
import {type CommandGroup, commandGroups} from '../../messages/cli.ts';

/** Declares one or more commands on the program. */
export type AddCommands = (program: Command, run: Run) => void;
type Declared = {
	group: CommandGroup;
	names: readonly string[];
	/** Other names of its nouns. */
	plurals?: readonly string[];
	/** The command by itself changes nothing: it may be suggested for a misspelled one. */
	isRead?: true;
	load: () => Promise<AddCommands>;
};

/**
Every command, in the order of the help. A file is loaded when one of its commands is called or when all are
listed: creating all commands takes as long as starting Node.
*/
const declared: readonly Declared[] = [
	{
		group: 'servers',
		names: ['server'],
		plurals: ['servers'],
		isRead: true,
		load: async () => (await import('./servers.ts')).addServers,
	},
	{group: 'servers', names: ['show'], isRead: true, load: async () => (await import('./show.ts')).addShow},
	{
		group: 'servers',
		names: powerVerbs,
		load: async () => (await import('./power.ts')).addPower,
	},
	{
		group: 'servers',
		names: ['create', 'rename', 'move', 'update', 'delete'],
		load: async () => (await import('./tasks.ts')).addManage,
	},
	{
		group: 'servers',
		names: ['add', 'edit', 'remove'],
		load: async () => (await import('./own-servers/own-servers.ts')).addOwnServers,
	},
	{
		group: 'servers',
		names: ['backup'],
		plurals: ['backups'],
		isRead: true,
		load: async () => (await import('./backups.ts')).addBackups,
	},
	{group: 'servers', names: ['wait'], isRead: true, load: async () => (await import('./wait.ts')).addWait},
	{group: 'servers', names: ['adopt'], load: async () => (await import('./adopt/adopt.ts')).addAdopt},
	{group: 'console', names: ['rcon'], load: async () => (await import('./rcon.ts')).addRcon},
	{group: 'console', names: ['console'], load: async () => (await import('./console.ts')).addConsole},
	{group: 'console', names: ['broadcast'], load: async () => (await import('./broadcast.ts')).addBroadcast},
	{
		group: 'console',
		names: ['player', 'ban'],
		plurals: ['players', 'bans'],
		isRead: true,
		load: async () => (await import('./players/players.ts')).addPlayers,
	},
	{group: 'console', names: ['watch'], load: async () => (await import('./watch.ts')).addWatch},
	{group: 'console', names: ['chat'], isRead: true, load: async () => (await import('./chat.ts')).addChat},
	{group: 'console', names: ['feed'], isRead: true, load: async () => (await import('./feed.ts')).addFeed},
	{
		group: 'nodes',
		names: ['node'],
		plurals: ['nodes'],
		isRead: true,
		load: async () => (await import('./nodes.ts')).addNodes,
	},
	{
		group: 'nodes',
		names: ['task'],
		plurals: ['tasks'],
		isRead: true,
		load: async () => (await import('./tasks.ts')).addTasks,
	},
	{
		group: 'automations',
		names: ['automation'],
		plurals: ['automations'],
		isRead: true,
		load: async () => (await import('./automations.ts')).addAutomations,
	},
	{
		group: 'automations',
		names: ['run'],
		plurals: ['runs'],
		isRead: true,
		load: async () => (await import('./runs.ts')).addRuns,
	},
	{group: 'team', names: ['team'], isRead: true, load: async () => (await import('./team.ts')).addTeam},
	{group: 'team', names: ['image'], isRead: true, load: async () => (await import('./image.ts')).addImage},
	{
		group: 'history',
		names: ['journal'],
		isRead: true,
		load: async () => (await import('./journal.ts')).addJournal,
	},
	{
		group: 'history',
		names: ['alert'],
		plurals: ['alerts'],
		isRead: true,
		load: async () => (await import('./alerts/alerts.ts')).addAlerts,
	},
	{
		group: 'history',
		names: ['handover'],
		isRead: true,
		load: async () => (await import('./handover.ts')).addHandover,
	},
	{group: 'service', names: ['info'], isRead: true, load: async () => (await import('./info.ts')).addInfo},
	{group: 'service', names: ['api'], load: async () => (await import('./api.ts')).addApi},
	{
		group: 'service',
		names: ['serve'],
		load: async () => (await import('./serve/serve.ts')).addServe,
	},
	{group: 'service', names: ['agent'], load: async () => (await import('./agent.ts')).addAgent},
	{group: 'setup', names: ['login'], load: async () => (await import('./login.ts')).addLogin},
	{group: 'setup', names: ['logout'], load: async () => (await import('./logout.ts')).addLogout},
	{
		group: 'setup',
		names: ['profile'],
		plurals: ['profiles'],
		isRead: true,
		load: async () => (await import('./profiles.ts')).addProfiles,
	},
	{
		group: 'setup',
		names: ['config'],
		isRead: true,
		load: async () => (await import('./config.ts')).addConfig,
	},
	{
		group: 'setup',
		names: ['doctor'],
		isRead: true,
		load: async () => (await import('./doctor.ts')).addDoctor,
	},
	{group: 'setup', names: ['keys'], isRead: true, load: async () => (await import('./keys.ts')).addKeys},
	{
		group: 'setup',
		names: ['version'],
		isRead: true,
		load: async () => (await import('./version.ts')).addVersion,
	},
	{
		group: 'setup',
		names: ['licenses'],
		isRead: true,
		load: async () => (await import('./licenses.ts')).addLicenses,
	},
	// Unnamed, because it describes all other commands and so cannot be loaded alone.
	{group: 'setup', names: [], load: async () => (await import('./completion.ts')).addCompletion},
];

const allNames = ({names, plurals = []}: Pick<Declared, 'names' | 'plurals'>): readonly string[] => [
	...names,
	...plurals,
];

/** Returns the commands declared in the file of this one, or all commands for an unknown name. */
export async function commandsFor(name: string | undefined): Promise<AddCommands[]> {
	const its = declared.filter(one => name !== undefined && allNames(one).includes(name));
	return Promise.all(
		(its.length > 0 ? its : declared).map(async ({group, load}) => {
			const add = await load();
			return (program: Command, run: Run) => add(program.commandsGroup(commandGroups[group].heading), run);
		}),
	);
}

/** Returns the help group of a command; for a command not declared here, the group of `help`. */
export const groupOf = (name: string): CommandGroup =>
	declared.find(one => allNames(one).includes(name))?.group ?? 'setup';

/** Names of commands that can be loaded alone. */
export const namesOfOne = declared.flatMap(allNames);

/** Names of commands that change nothing by themselves. */
export const readCommandNames = declared.flatMap(({names, isRead}) => (isRead ? names : []));
