import type {Command} from 'commander';
import {powerVerbs} from '../../contract/power.ts';
import type {Run} from '../start/command-run.ts';
import {addTemplateOptions} from '../output/output-options.ts';
import {type CommandGroup, commandGroups} from '../../messages/cli.ts';

/** Declares one or more commands on the program. */
export type AddCommands = (program: Command, run: Run) => void;
type Declared = {
	names: readonly string[];
	/**
	`read`: the command changes nothing on its own, so it may be suggested for a misspelled one. `noun`: the same, and its
	plural is another name for it.
	*/
	kind?: 'read' | 'noun';
	/** Its output may exceed the screen and arrives all at once. */
	isLong?: true;
	/** The help of the program leaves it out; the manual has it. */
	isRare?: true;
	load: () => Promise<AddCommands>;
};

/**
Every command, in the order of the help. A file is loaded when one of its commands is called or when all are
listed: creating all commands takes as long as starting Node.
*/
const declared: Readonly<Record<CommandGroup, readonly Declared[]>> = {
	servers: [
		{
			names: ['server'],
			kind: 'noun',
			isLong: true,
			load: async () => (await import('./servers.ts')).addServers,
		},
		{names: ['show'], kind: 'read', isLong: true, load: async () => (await import('./show.ts')).addShow},
		{names: powerVerbs, load: async () => (await import('./power.ts')).addPower},
		{
			names: ['create', 'rename', 'move', 'update', 'delete'],
			load: async () => (await import('./tasks.ts')).addManage,
		},
		{
			names: ['add', 'edit', 'remove'],
			load: async () => (await import('./own-servers/own-servers.ts')).addOwnServers,
		},
		{
			names: ['backup'],
			kind: 'noun',
			isLong: true,
			load: async () => (await import('./backups.ts')).addBackups,
		},
		{names: ['job'], kind: 'noun', isLong: true, load: async () => (await import('./jobs.ts')).addJobs},
		{names: ['wait'], kind: 'read', load: async () => (await import('./wait.ts')).addWait},
		{names: ['adopt'], load: async () => (await import('./adopt/adopt.ts')).addAdopt},
	],
	console: [
		{names: ['rcon'], load: async () => (await import('./rcon.ts')).addRcon},
		{names: ['console'], load: async () => (await import('./console.ts')).addConsole},
		{names: ['logs'], kind: 'read', load: async () => (await import('./logs.ts')).addLogs},
		{names: ['broadcast'], load: async () => (await import('./broadcast.ts')).addBroadcast},
		{
			names: ['player', 'ban'],
			kind: 'noun',
			isLong: true,
			load: async () => (await import('./players/players.ts')).addPlayers,
		},
		{names: ['watch'], load: async () => (await import('./watch.ts')).addWatch},
		{names: ['chat'], kind: 'read', load: async () => (await import('./chat.ts')).addChat},
		{names: ['feed'], kind: 'read', load: async () => (await import('./feed.ts')).addFeed},
	],
	nodes: [
		{names: ['node'], kind: 'noun', isLong: true, load: async () => (await import('./nodes.ts')).addNodes},
		{names: ['task'], kind: 'noun', isLong: true, load: async () => (await import('./tasks.ts')).addTasks},
	],
	automations: [
		{
			names: ['automation'],
			kind: 'noun',
			isLong: true,
			load: async () => (await import('./automations.ts')).addAutomations,
		},
		{names: ['run'], kind: 'noun', isLong: true, load: async () => (await import('./runs.ts')).addRuns},
	],
	team: [
		{names: ['team'], kind: 'read', isLong: true, load: async () => (await import('./team.ts')).addTeam},
		{names: ['image'], kind: 'read', isRare: true, load: async () => (await import('./image.ts')).addImage},
	],
	history: [
		{
			names: ['journal'],
			kind: 'read',
			isLong: true,
			load: async () => (await import('./journal.ts')).addJournal,
		},
		{names: ['alert'], kind: 'noun', load: async () => (await import('./alerts/alerts.ts')).addAlerts},
		{
			names: ['handover'],
			kind: 'read',
			isLong: true,
			load: async () => (await import('./handover.ts')).addHandover,
		},
	],
	service: [
		{names: ['info'], kind: 'read', isRare: true, load: async () => (await import('./info.ts')).addInfo},
		{names: ['api'], load: async () => (await import('./api.ts')).addApi},
		{names: ['serve'], load: async () => (await import('./serve/serve.ts')).addServe},
		{names: ['agent'], load: async () => (await import('./agent.ts')).addAgent},
	],
	setup: [
		{names: ['login'], load: async () => (await import('./login.ts')).addLogin},
		{names: ['logout'], load: async () => (await import('./logout.ts')).addLogout},
		{
			names: ['profile'],
			kind: 'noun',
			isLong: true,
			load: async () => (await import('./profiles.ts')).addProfiles,
		},
		{
			names: ['config'],
			kind: 'read',
			isLong: true,
			load: async () => (await import('./config.ts')).addConfig,
		},
		{names: ['doctor'], kind: 'read', load: async () => (await import('./doctor.ts')).addDoctor},
		{names: ['keys'], kind: 'read', isLong: true, load: async () => (await import('./keys.ts')).addKeys},
		{names: ['version'], kind: 'read', load: async () => (await import('./version.ts')).addVersion},
		{
			names: ['licenses'],
			kind: 'read',
			isLong: true,
			isRare: true,
			load: async () => (await import('./licenses.ts')).addLicenses,
		},
		// Unnamed, because it describes all other commands and so cannot be loaded alone.
		{names: [], load: async () => (await import('./completion.ts')).addCompletion},
	],
};

const allNames = ({names, kind}: Declared): readonly string[] => [
	...names,
	...(kind === 'noun' ? names.map(name => `${name}s`) : []),
];

const allDeclared = (Object.keys(declared) as CommandGroup[]) // all keys of this table
	.flatMap(group => declared[group].map(one => ({...one, group})));

/** Returns the commands declared in the file of this one, or all commands for an unknown name. */
export async function commandsFor(name: string | undefined): Promise<AddCommands[]> {
	const found = allDeclared.filter(one => name !== undefined && allNames(one).includes(name));
	return Promise.all(
		(found.length > 0 ? found : allDeclared).map(async ({group, load}) => {
			const add = await load();
			return (program: Command, run: Run) => {
				add(program.commandsGroup(commandGroups[group].heading), run);
				addTemplateOptions(program);
			};
		}),
	);
}

/** Returns the help group of a command; for a command not declared here, the group of `help`. */
export const groupOf = (name: string): CommandGroup =>
	allDeclared.find(one => allNames(one).includes(name))?.group ?? 'setup';

/** Names of commands that can be loaded alone. */
export const namesOfOne = allDeclared.flatMap(allNames);

/** Names of commands that change nothing by themselves. */
export const readCommandNames = allDeclared.flatMap(({names, kind}) => (kind ? names : []));

const namesWhere = (isSo: (one: Declared) => boolean): ReadonlySet<string> =>
	new Set(allDeclared.filter(isSo).flatMap(({names}) => names));

export const rareCommandNames = namesWhere(({isRare}) => isRare === true);

/** Names of commands whose output may exceed the screen and arrives all at once. */
export const longCommandNames = namesWhere(({isLong}) => isLong === true);
