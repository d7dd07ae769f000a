import type {Clock} from '../../lib/clock.ts';
import type {ServerRecord} from '../records.ts';
import type {ServerDriver} from '../server-driver.ts';
import {openAttachedServer} from './attached-server.ts';
import {isRunning, type ProcessMark} from '../power/process-mark.ts';

type Options = {
	clock: Clock;
	/** The file for a server's output. The folder exists. */
	logFile: (serverId: string) => string;
};

/** Creates the driver of attached servers: real ones on this machine. */
export function createAttachedDriver({clock, logFile}: Options): ServerDriver {
	const open = (
		{id, gameType, attached, serverDirectory: directory}: ServerRecord,
		running: ProcessMark | undefined,
	) => {
		if (!attached) throw new TypeError(`The server ${id} is not attached.`);
		return openAttachedServer({gameType, attached, directory, logFile: logFile(id), running, clock});
	};
	const isLeftRunning = ({process}: ServerRecord) => process !== undefined && isRunning(process);
	return {
		supports: () => true,
		start: async ({server}) => open(server, isLeftRunning(server) ? server.process : undefined),
		adopt: async ({server}) => open(server, server.process),
		isLeftRunning,
		maxEager: Infinity,
		expectedPlayers: () => 0,
	};
}
