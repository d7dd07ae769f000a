import type {Command} from 'commander';
import type {Run} from '../command-run.ts';

/** Declares one or more commands on the program. */
export type AddCommands = (program: Command, run: Run) => void;
type Declared = {
	names: readonly string[];
	/** Earlier names, which are not shown. */
	aliases?: readonly string[];
	load: () => Promise<AddCommands>;
};

/**
Every command, in the order in which the help shows them. A file is loaded when one of its commands is called, or when
all are to be shown: making them all takes as long as a bare Node does.
*/
const declared: readonly Declared[] = [
	{names: ['login'], load: async () => (await import('./login.ts')).addLogin},
	{names: ['logout'], load: async () => (await import('./logout.ts')).addLogout},
	{names: ['profiles'], load: async () => (await import('./profiles.ts')).addProfiles},
	{names: ['servers'], load: async () => (await import('./servers.ts')).addServers},
	{names: ['show'], load: async () => (await import('./show.ts')).addShow},
	{names: ['rcon'], load: async () => (await import('./rcon.ts')).addRcon},
	{names: ['start', 'stop', 'restart'], load: async () => (await import('./power.ts')).addPower},
	{names: ['broadcast'], load: async () => (await import('./broadcast.ts')).addBroadcast},
	{names: ['create', 'rename', 'move'], load: async () => (await import('./manage.ts')).addManage},
	{names: ['feed'], load: async () => (await import('./feed.ts')).addFeed},
	{names: ['watch'], load: async () => (await import('./watch.ts')).addWatch},
	{names: ['nodes'], load: async () => (await import('./nodes.ts')).addNodes},
	{names: ['tasks'], load: async () => (await import('./tasks.ts')).addTasks},
	{names: ['team'], load: async () => (await import('./team.ts')).addTeam},
	{names: ['automations'], load: async () => (await import('./automations.ts')).addAutomations},
	{names: ['runs'], load: async () => (await import('./runs.ts')).addRuns},
	{names: ['image'], load: async () => (await import('./image.ts')).addImage},
	{names: ['info'], load: async () => (await import('./info.ts')).addInfo},
	{names: ['api'], load: async () => (await import('./api.ts')).addApi},
	{names: ['log'], load: async () => (await import('./log.ts')).addLog},
	{names: ['handover'], load: async () => (await import('./handover.ts')).addHandover},
	{names: ['config'], load: async () => (await import('./config.ts')).addConfig},
	{names: ['doctor'], load: async () => (await import('./doctor.ts')).addDoctor},
	{names: ['serve'], aliases: ['sandbox'], load: async () => (await import('./serve.ts')).addServe},
	{names: ['keys'], load: async () => (await import('./keys.ts')).addKeys},
	{names: ['version'], load: async () => (await import('./version.ts')).addVersion},
	// It writes down all the others too, so it is not among those that are called alone.
	{names: [], load: async () => (await import('./completion.ts')).addCompletion},
];

/** The commands that the file of this one declares; all of them where there is no such command. */
export async function commandsFor(name: string | undefined): Promise<AddCommands[]> {
	const its = declared.filter(
		({names, aliases = []}) => name !== undefined && (names.includes(name) || aliases.includes(name)),
	);
	return Promise.all((its.length > 0 ? its : declared).map(({load}) => load()));
}

/** The names by which one file is found without the others. */
export const namesOfOne = declared.flatMap(({names}) => names);
