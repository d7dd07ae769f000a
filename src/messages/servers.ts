import {plural} from '../lib/plural.ts';
import {key, message, type Message} from './text.ts';

/** Facts about servers, used in many places. */
export const serverMessages = {
	crashed: (count: number, within: string, name?: string) =>
		`${name === undefined ? '' : `${name} `}crashed ${count}x in ${within}`,
	/** In a narrow column. */
	crashedShort: (count: number, within: string) => `${count}x/${within}`,
	noState: 'no state',
	noNode: 'no node',
	nobodyOnline: 'Nobody is online.',
	players: (count: number) => plural(count, 'player'),
	playersNotKnown: 'players unknown',
	/** The service does not report the player count of some servers. */
	playersPartlyKnown: (count: number, uncountedServers: number) =>
		`${plural(count, 'player')} and an unknown number on ${plural(uncountedServers, 'server')}`,
	nameTaken: (name: string) => `A server named ${name} already exists.`,
};

/** Why the state of a server prevents an operation. */
export const preconditionMessages = {
	alreadyOnline: (server: string, state: string): Message =>
		message`${server} is already ${state}. Restart it with ${key('servers.restart')} if it misbehaves.`,
	startNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. It can be started once it is offline.`,
	stopNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Only an online server can be stopped gracefully.`,
	nothingToStop: (server: string, state: string) =>
		`${server} is already ${state}. There is nothing to stop.`,
	restartNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. Only an online server can be restarted.`,
	rconNeedsOnline: (server: string, state: string) =>
		`${server} is ${state}. It answers commands once it is online.`,
	moveNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. Stop it before its directory is changed.`,
	restoreNeedsOffline: (server: string, state: string) =>
		`${server} is ${state}. Stop it before a backup is restored.`,
};
