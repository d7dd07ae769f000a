import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** What is said of servers in many places. */
export const serverMessages = {
	noState: 'no state',
	noNode: 'no node',
	nobodyOnline: 'Nobody is online.',
	players: (count: number) => plural(count, 'player'),
	playersNotKnown: 'players not known',
	/** Where the service does not count the players of some of the servers. */
	playersPartlyKnown: (count: number, uncountedServers: number) =>
		`${plural(count, 'player')} and an unknown number on ${plural(uncountedServers, 'server')}`,
	nameTaken: (name: string) => `There is a server called ${name} already.`,
};

/** Why an operation cannot work in the state of its server. */
export const preconditionMessages = {
	alreadyOnline: (server: string, state: string): Message =>
		message`${server} is ${state} already. Restart it with ${key('servers.restart')} if it misbehaves.`,
	startNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. It can be started once it is offline.`,
	stopNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Only an online server can be stopped gracefully.`,
	nothingToStop: (server: string, state: string) =>
		`${server} is ${state} already. There is nothing to stop.`,
	restartNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Only an online server can be restarted.`,
	rconNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Commands are answered once it is online.`,
	moveNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. Stop it before its directory is changed.`,
};
