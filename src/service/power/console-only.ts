import {ownServerMessages} from '../../messages/own-servers.ts';
import {PowerError, type PowerDriver} from './power-driver.ts';

const refuse = (reason: string) => () => Promise.reject(new PowerError(reason));

/** The driver of a server that rcondeck reaches only through its console. */
export const consoleOnly: PowerDriver = {
	blocked: {
		start: ownServerMessages.noStart,
		stop: ownServerMessages.noStop,
		kill: ownServerMessages.noKill,
	},
	lagMs: 0,
	start: refuse(ownServerMessages.noStart),
	stop: refuse(ownServerMessages.noStop),
	kill: refuse(ownServerMessages.noKill),
	status: async () => ({kind: 'unknown', reason: ownServerMessages.notObserved}),
	log: async () => [],
	release: () => {},
};
