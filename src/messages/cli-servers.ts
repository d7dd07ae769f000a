import {writeDuration} from '../lib/duration.ts';

/** `rcondeck broadcast` */
export const broadcastCommandMessages = {
	sent: (server: string) => `${server}: message sent`,
};

/** `rcondeck start`, `stop` and `restart` */
export const powerCommandMessages = {
	keepGoingHelp: 'Continue with the rest if a server is refused, goes down or does not pass the gate',
	waitHelp: 'Wait until the state is reached, at most 15m after the delay',
	gateNeedsRolling: '--gate, --gate-timeout and --keep-going need --rolling. Add --rolling 1.',
	notListed: (server: string) => `${server} is not listed. Without --rolling, it is treated as an ID.`,
	own: {local: 'the local service', demo: 'the demo'},
	target: (profile: string, service: string, team: string | undefined) =>
		`Profile ${profile}, ${service}, team ${team ?? 'unknown'}`,
	servers: (count: number, players: string) => `${count} servers, ${players}:`,
	more: (count: number) => `  and ${count} more`,
	after: (delayMs: number) => ` in ${writeDuration(delayMs)}`,
	done: (verb: string) => `${verb} complete.`,
	accepted: (verb: string, when: string) => `${verb}${when} accepted.`,
};

/** `rcondeck servers` */
export const serverCommandMessages = {
	listDescription: 'List servers',
	viewHelp:
		'Apply the filter, sort order and columns of a view in the configuration; with --watch, only its filter',
	watchHelp: 'Follow changes until interrupted',
	commandsHelp: 'Include stored RCON commands and answers in the JSON',
	noneMatches: 'No servers match.',
	noServers: 'The team has no servers.',
	changedList:
		'The connection was lost while the list was being read, and the list has changed since. The output is incomplete: run the command again.',
	oneState: '1 server has a state',
	severalStates: (count: number) => `${count} servers have a state`,
	stateUnclear: (whose: string) => `${whose} that does not say whether the server is up.`,
};

/** `rcondeck show` */
export const showMessages = {
	description: 'Show a server with its backups and last commands',
	since: 'Since',
	problem: 'Problem',
	report: (isFailure: boolean) => (isFailure ? 'Failed' : 'Done'),
	output: 'Output',
	queryPort: 'Query port',
	rconPort: 'RCON port',
	settingProfile: 'Setting profile',
	lastCommands: '\nLast commands\n',
};

/** Waiting for a state. */
export const waitMessages = {
	itIs: (state: string | undefined) => `it is ${state ?? 'in an unknown state'}`,
	notLeft: 'its state did not change',
	notWaitedFor: (reached: string) => `accepted; stopped waiting: ${reached}`,
	accepted: (reached: string) => `accepted, but ${reached}`,
};

/** `rcondeck servers --watch` */
export const watchServersMessages = {
	nextTry: (failure: string, duration: string) => `${failure} Retrying in ${duration}.`,
	gone: (server: string) => `${server}  no longer listed`,
};
