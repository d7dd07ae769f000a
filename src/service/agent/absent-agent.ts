import {serviceDatabaseMessages} from '../../messages/service.ts';
import {Refusal} from '../http/refusal.ts';
import type {NodeAgent} from './agent.ts';

const refuse = (): never => {
	throw new Refusal('server.operation_not_possible', serviceDatabaseMessages.noServers);
};
const nothing = () => {};
const done = () => Promise.resolve();

/** The agent of a node that this service cannot reach: nothing is known of its servers, and every order is refused. */
export const absentAgent: NodeAgent = {
	boot: done,
	start: refuse,
	stop: refuse,
	restart: refuse,
	schedule: refuse,
	keepForLater: refuse,
	install: refuse,
	changeDirectory: refuse,
	changeBackupDirectory: refuse,
	backUp: refuse,
	rollBack: refuse,
	wipeSavegames: refuse,
	remove: refuse,
	forget: refuse,
	cancel: refuse,
	rcon: refuse,
	facts: () => ({players: undefined}),
	problem: () => undefined,
	consoleProblem: () => undefined,
	rconPort: () => undefined,
	blocked: () => serviceDatabaseMessages.noServers,
	deleteArchive: async () => refuse(),
	reopen: refuse,
	check: nothing,
	log: () => [],
	output: async () => refuse(),
	crash: done,
	setReachable: nothing,
	logInAgain: nothing,
	setSilent: nothing,
	setSlowness: nothing,
	heartbeat: nothing,
	idle: done,
	close: () => Promise.resolve([]),
};
