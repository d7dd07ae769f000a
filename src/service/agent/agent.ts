import type {CommandRecord, ServerRecord, TaskRecord} from '../records.ts';

export type Timed = {
	serverId: string;
	act: 'stop' | 'restart';
	force: boolean;
	minutes: number;
	/** Empty: what the profile says. */
	message: string;
};

/** Does on one node what the service has accepted. Nothing here refuses: that was done before. */
export type NodeAgent = {
	/** Brings up what was up. Resolves when every process that is to run at once listens. */
	boot: (isFresh: boolean) => Promise<void>;
	start: (serverId: string) => void;
	/** `message`: to the players, instead of what the profile says. */
	stop: (serverId: string, force: boolean, message?: string) => void;
	restart: (serverId: string) => void;
	schedule: (timed: Timed) => void;
	install: (serverId: string) => void;
	changeDirectory: (server: ServerRecord, serverDirectory: string) => void;
	changeBackupDirectory: () => void;
	backUp: (serverId: string, name: string) => void;
	rollBack: (serverId: string, backupId: string) => void;
	wipeSavegames: (serverId: string) => void;
	remove: (serverId: string) => void;
	/** Without waiting for anything. */
	forget: (server: ServerRecord) => void;
	cancel: (task: TaskRecord) => void;
	/** Resolves to the answer, also when it is late; never, where the order or the answer gets lost. */
	rcon: (order: {serverId: string; command: string; commandId: string}) => Promise<CommandRecord>;
	players: (serverId: string) => number;
	/** The port on which the game listens now. */
	rconPort: (serverId: string) => number | undefined;
	/** The last lines of a real server's output, also after its end. */
	log: (serverId: string) => readonly string[];
	/** For practising: the process ends by itself. */
	crash: (serverId: string) => Promise<void>;
	/** For practising: the connection to the service is lost, or comes back. */
	setReachable: (reachable: boolean) => void;
	/** For practising: what runs is announced as OFFLINE for a moment. */
	logInAgain: () => void;
	/** For practising: orders and answers get lost although the node counts as online. */
	setSilent: (silent: boolean) => void;
	/** For practising: RCON of a server is late by this many milliseconds. */
	setSlowness: (serverId: string, ms: number) => void;
	heartbeat: () => void;
	/** Ends its processes. Resolves to the ids of real servers that are left running. */
	close: () => Promise<string[]>;
};
