import {writeDuration} from '../lib/duration.ts';

/** `rcondeck broadcast` */
export const broadcastCommandMessages = {
	said: (server: string) => `${server}: said.`,
};

/** `rcondeck start`, `stop` and `restart` */
export const powerCommandMessages = {
	keepGoingHelp: 'go on when one does not come back; else the rest is not sent',
	waitHelp: 'until the state is reached, at most 15 minutes after the delay',
	gateNeedsRolling: '--gate, --gate-timeout and --keep-going need --rolling: add --rolling 1.',
	notListed: (server: string) => `${server} is not listed: without --rolling it is sent as an id.`,
	target: (profile: string, service: string | undefined, team: string | undefined) =>
		`Profile ${profile}, ${service ?? 'the demo'}, team ${team ?? 'unknown'}`,
	servers: (count: number, players: string) => `${count} servers, ${players}:`,
	more: (count: number) => `  and ${count} more`,
	after: (delayMs: number) => ` in ${writeDuration(delayMs)}`,
	done: (verb: string) => `${verb} done.`,
	accepted: (verb: string, when: string) => `${verb}${when} accepted.`,
};

/** `rcondeck servers` */
export const serverCommandMessages = {
	listDescription: 'List the servers of the team',
	watchHelp: 'then every change, until interrupted; with --json one value a line',
	commandsHelp: 'with --json, include the stored RCON commands and answers of each server',
	noneMatches: 'No server matches.',
	noServers: 'The team has no servers.',
	oneState: '1 server has a state',
	severalStates: (count: number) => `${count} servers have a state`,
	stateUnclear: (whose: string) => `${whose} that does not say whether it is up.`,
};

/** `rcondeck show` */
export const showMessages = {
	description: 'Show one server, with its backups and last commands',
	queryPort: 'Query port',
	rconPort: 'RCON port',
	settingProfile: 'Setting profile',
	lastCommands: '\nLast commands\n',
};

/** Waiting for a state. */
export const waitMessages = {
	itIs: (state: string | undefined) => `it is ${state ?? 'in no known state'}`,
	notLeft: 'it was not seen to leave its state',
	notWaitedFor: (reached: string) => `accepted, but not waited for to its end: ${reached}`,
	accepted: (reached: string) => `accepted, but ${reached}`,
};

/** `rcondeck servers --watch` */
export const watchServersMessages = {
	nextTry: (failure: string, duration: string) => `${failure} Next try in ${duration}.`,
	gone: (server: string) => `${server}  gone from the list`,
};
