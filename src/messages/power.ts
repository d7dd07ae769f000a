import type {PowerVerb} from '../contract/power.ts';
import {writeDuration} from '../lib/time/duration.ts';
import {plural} from '../lib/text/plural.ts';
import {type AcceptedAction, acceptedText, type ActionWords, example} from './action-words.ts';
import {minutesText} from './dialogs.ts';
import {key, message, type Message} from './text.ts';
import type {ProgramEnd} from '../lib/process/run-program.ts';
import {printableLine} from '../lib/text/text.ts';

/** `noun`: the same word as the verb. */
const accepted =
	(noun: string) =>
	({input, targetCount, delayMinutes, server}: AcceptedAction) => {
		const name = forced(noun, input['force'] === true);
		// A one-shot command records the request of each server.
		if (targetCount > 1) return `${name} of ${plural(targetCount, 'server')} started.`;
		return acceptedText(
			`${name}${delayMinutes === undefined ? '' : ` in ${minutesText(delayMinutes)}`}`,
			server,
		);
	};

/** `kill`: the verb of a forced one. `past`: its participle. */
export const powerActionWords = {
	start: {
		verb: 'Start',
		kill: 'Start',
		past: 'started',
		accepted: accepted('Start'),
		line: {
			takes: '[SERVERS or selected] [NUMBER at a time]',
			help: 'Start the named servers, or the current target',
		},
		command: {
			words: ['start'],
			description: 'Start servers',
			examples: [
				example('Start a server and wait until it is online', 'rcondeck start ark-isl-1 --wait'),
				example('Start all servers of a node, two at a time', 'rcondeck start --node eu-1 --rolling 2 --yes'),
			],
		},
	},
	stop: {
		verb: 'Stop',
		kill: 'Kill',
		past: 'stopped',
		accepted: accepted('Stop'),
		line: {
			takes: '[SERVERS or selected] [in DURATION or now] [NUMBER at a time] [saying TEXT]',
			help: 'Stop servers, gracefully or by force, now or after a delay announced to the players; several servers in batches',
		},
		command: {
			words: ['stop'],
			description: 'Stop servers, now or after a delay',
			examples: [
				example(
					'Stop a server in 10 minutes with a message to its players',
					'rcondeck stop ark-isl-1 --delay 10m --message "Maintenance soon, please log off"',
				),
				example('Kill a server that does not respond', 'rcondeck stop ark-isl-1 --force'),
			],
		},
	},
	restart: {
		verb: 'Restart',
		kill: 'Kill and restart',
		past: 'restarted',
		accepted: accepted('Restart'),
		line: {
			takes: '[SERVERS or selected] [in DURATION or now] [NUMBER at a time] [saying TEXT]',
			help: 'Restart servers, now or after a delay announced to the players; several servers in batches, each after the previous one is up again. Example: :restart in 10m saying Back in 15 minutes',
		},
		command: {
			words: ['restart'],
			description: 'Restart servers, now or after a delay',
			examples: [
				example(
					'Restart a server in 10 minutes with a message to its players',
					'rcondeck restart ark-isl-1 --delay 10m --message "Restart soon, back in 5 minutes"',
				),
				example(
					'Restart all CS2 servers one after another',
					'rcondeck restart --game cs2 --rolling 1 --gate ready --yes',
				),
				example('Print the requests without sending them', 'rcondeck restart --node eu-1 --dry-run'),
			],
		},
	},
} satisfies Record<PowerVerb, ActionWords & {kill: string; past: string}>;

const forced = (noun: string, force: boolean) => (force ? `Forced ${noun.toLowerCase()}` : noun);

/** For example `Forced stop`. */
const powerNoun = (verb: PowerVerb, force: boolean): string => forced(powerActionWords[verb].verb, force);

/** Starting, stopping and restarting servers. */
export const powerMessages = {
	title: (verb: PowerVerb, server: string) => `${powerActionWords[verb].verb} ${server}`,
	startEffect: 'The node starts it; it is online when its game answers.',
	startSummary: (servers: string) => `Start ${servers}`,
	cannotForceRestart:
		'This service cannot restart a server by force. Stop it by force, and start it when it is offline.',
	/** `blocked`: why it cannot be stopped or restarted gracefully. */
	forceInstead: (blocked: Message) => message`${blocked} Choose Force: yes to kill the process.`,
	delay: {
		label: 'Delay',
		hint: 'e.g. 10m, 2h, 1d; blank = now',
		help: 'Delay, such as 10m or 2h, at most 7d; the unit is required (default now)',
	},
	message: {
		label: 'Message',
		hint: 'announced to the players before it happens',
		help: 'Message to the players before the action; needs --delay',
		emptyIsNone: 'none',
		needsDelay: 'Players would not see it without a delay. Enter a delay, or clear the message.',
	},
	force: {
		label: 'Force',
		hint: 'yes only if the graceful way fails',
		no: 'no (graceful)',
		yes: 'yes (kill process)',
		help: 'Kill the process; unsaved progress is lost',
	},
	startsNow: (verb: PowerVerb, force: boolean, players: string) =>
		`The ${powerNoun(verb, force).toLowerCase()} starts immediately. ${players}`,
	playersNotCounted: 'Everyone online will be disconnected (number unknown).',
	playersDisconnected: (players: string) => `${players} will be disconnected.`,
	cannotBeUndone: 'It cannot be undone once sent.',
	killed: 'The process is killed: unsaved progress is lost.',
	/** `time`: the time of day. */
	startsLater: (verb: PowerVerb, force: boolean, minutes: number, time: string) =>
		`The ${powerNoun(verb, force).toLowerCase()} starts in ${minutesText(minutes)}, at about ${time}.`,
	playersNotNotified: 'Players get no message unless the node sends one.',
	playersNotified: 'Players get a message.',
	mayBeCanceled: message`After it is sent, ${key('view.undo')} can cancel it if the service lists its tasks.`,
	servers: (count: number) => plural(count, 'server'),
	/** `about`: the players, and the servers that are not online. */
	summary: (verb: PowerVerb, force: boolean, servers: string, about: string, delay: number | undefined) =>
		`${powerActionWords[verb][force ? 'kill' : 'verb']} ${servers} (${about}), ${delay === undefined ? 'now' : `in ${minutesText(delay)}`}`,
	notOnline: (server: string, state: string) => `; ${server} is ${state}`,
	severalNotOnline: (count: number) => `; ${count} are not online`,
};

/** Rolling actions: the same on several servers, in batches. */
export const rollingMessages = {
	title: (verb: PowerVerb, count: number) => `${powerActionWords[verb].verb} ${count} servers`,
	jobTitle: (verb: PowerVerb, force: boolean, count: number) =>
		`${powerNoun(verb, force)} of ${plural(count, 'server')}`,
	proof: {
		accepted: 'the service has accepted it',
		offline: 'it is offline',
		online: 'it is online',
		ready: 'it is online and has answered a command',
	},
	atOnce: {
		label: 'Batch size',
		hint: 'from 1 to 20; blank = 1',
		usual: '1',
		/** Of an action that may have a delay. */
		delayable: {
			hint: 'from 1 to 20; blank = 1, or all at once if delayed',
			usual: '1, or all at once if delayed',
		},
		help: 'Batch size of a rolling action, servers with the fewest players first',
	},
	deadline: {
		label: 'Timeout',
		hint: 'maximum wait for each server, e.g. 90s, 5m',
		help: 'Maximum wait for each server at its gate, such as 90s or 10m; a number without a unit is seconds (default 5m)',
	},
	gate: {
		label: 'Gate',
		hint: 'condition to continue',
		help: 'Condition for the next batch (default ready)',
	},
	order: 'Order',
	orderOf: (position: number, server: string) => `${position}. ${server}`,
	leftOut: 'Skipped',
	pace: (atOnce: number, proof: string) =>
		atOnce === 1
			? `One server at a time; the next one starts when ${proof}.`
			: `${atOnce} servers at a time; the next one starts when one of them is done: ${proof}.`,
	allAtOnce: (count: number, delay: string) => `All ${plural(count, 'server')} at once, in ${delay}.`,
	/** With a delay, the players of a server are warned when its turn comes. */
	atTurns: (delay: string, all: string) => `Each server ${delay} after its turn, about ${all} in total.`,
	/** The first failure stops all batches. */
	pausesAfter: (hasGate: boolean, seconds: number) =>
		!hasGate
			? 'Pauses at the first refusal.'
			: `Pauses at the first refusal, or at the first server that stays offline, crashes, or takes longer than ${writeDuration(seconds * 1000)}.`,
	disconnectedInTurn: (players: string) =>
		`Each server disconnects its players in its turn; online now: ${players}.`,
	killed: 'The processes are killed: unsaved progress is lost.',
	/** A server can be part of only one job. */
	inJob: (server: string, job: string): Message =>
		message`${server} is part of the running job "${job}". ${key('jobs.open')} shows it.`,
	noneReady: (verb: PowerVerb) => `None of them can be ${powerActionWords[verb].past} now.`,
	shownInJobs: message`${key('jobs.open')} shows the progress.`,
};

const maxQuote = 300;

/** The last line that is not empty, shortened. */
export const lastLineOf = (text: string): string =>
	printableLine(text.trim().split(/\r?\n/).at(-1)?.trim() ?? '').slice(0, maxQuote);

/** Ends a sentence with another program's words, or with a period if it has none. */
const quote = (sentence: string, words: string): string => {
	const line = lastLineOf(words);
	return line === '' ? `${sentence}.` : `${sentence}: ${/[.!?]$/.test(line) ? line : `${line}.`}`;
};

/** Why a program did not do what was asked. */
export const programMessages = {
	/** `end` is not an exit with 0. */
	failed: (program: string, end: ProgramEnd): string => {
		const name = printableLine(program);
		switch (end.kind) {
			case 'notStarted':
				if (end.code === 'ENOENT') return `${name} is not installed, or not in the PATH of the service.`;
				if (end.code === 'EACCES') return `The service has no permission to run ${name}.`;
				return `${name} could not be started (${end.code}).`;
			case 'timeout':
				return `${name} did not end within ${end.seconds}s.`;
			case 'killed':
				return `${name} was ended by ${end.signal}.`;
			case 'exited':
				return quote(`${name} failed with exit code ${end.code}`, end.errors.trim() || end.output);
		}
	},
};

export const processMessages = {
	options: {
		directory: 'Working directory of the COMMAND after -- (default: the current one)',
		pty: 'Run the process in a terminal, for games that draw their console (Luanti)',
		noPty: 'Run the process without a terminal',
	},
	described: (command: readonly string[], hasTerminal: boolean) =>
		`process ${command.join(' ')}${hasTerminal ? ', in a terminal' : ''}`,
};

export const systemdMessages = {
	options: {
		unit: 'Name of a systemd unit',
		user: 'Use a unit of the user manager (systemctl --user)',
	},
	described: (unit: string, isUser: boolean) => `systemd unit ${unit}${isUser ? ' of the user manager' : ''}`,
	invalidUnit: (unit: string) =>
		`${printableLine(unit)} is not a unit name. Use a name like minecraft.service.`,
	noUnit: (unit: string, isUser: boolean) =>
		`systemd has no unit ${unit}. Check the name with \`systemctl ${isUser ? '--user ' : ''}list-unit-files\`.`,
	masked: (unit: string) => `The unit ${unit} is masked, which prevents its start.`,
	unknownState: (unit: string, active: string, sub: string) =>
		`systemd reports ${unit} as ${printableLine(active)} (${printableLine(sub)}).`,
	failed: (unit: string, result: string, code: string) =>
		`${unit} failed (${printableLine(result)}${code === '' ? '' : `, exit code ${printableLine(code)}`}).`,
	restarting: (unit: string, how: string | undefined) =>
		`${how === undefined ? '' : `${how} `}systemd waits before it restarts ${unit}.`,
	exited: (unit: string) =>
		`The start program of ${unit} has ended, so systemd cannot tell whether the game is running.`,
	noAnswer: 'systemctl printed no state.',
};

export const containerMessages = {
	options: {
		container: 'Name or ID of a Docker or Podman container',
		socket: 'Socket of the container engine (default: that of Docker, otherwise Podman)',
	},
	described: (container: string, socket: string) => `container ${container} (${socket})`,
	noEngine: (socket: string) =>
		`There is no container engine at ${socket}. Check the path, and that the socket of Docker or Podman is enabled.`,
	forbidden: (socket: string) =>
		`The service has no permission to use ${socket}. Add its user to the group that owns the socket, or use the user's own Podman.`,
	notListening: (socket: string) => `No container engine is listening on ${socket}. Start Docker or Podman.`,
	slow: (seconds: number) => `The container engine did not answer within ${seconds}s.`,
	cutOff: (code: string) =>
		`The container engine closed the connection before its answer was complete${code === '' ? '' : ` (${code})`}.`,
	noContainer: (container: string) => `There is no container ${printableLine(container)}.`,
	refused: (status: number, words: string) =>
		quote(`The container engine failed with status ${status}`, words),
	unreadable: 'The answer from the container engine could not be read.',
	notRunning: (container: string) => `The container ${printableLine(container)} is not running.`,
	clientFailed: (client: string, code: number, words: string) =>
		quote(`${client} in the container ended with exit code ${code}`, words),
	paused: 'The container is paused.',
	ended: (code: number, words = '') => quote(`The container ended with exit code ${code}`, words),
	restarting: (code: number | undefined, words: string | undefined) =>
		`${code === undefined ? '' : `${containerMessages.ended(code, words)} `}The container engine waits before it restarts the container.`,
	unknownState: (state: string) =>
		`The container engine reports an unknown state: ${printableLine(state).slice(0, maxQuote)}.`,
};

export const panelMessages = {
	options: {
		url: 'URL of a Pterodactyl or Pelican panel',
		server: 'ID of the server in the panel',
		keyFile: 'File with a client API key of the panel in its first line',
	},
	described: (url: string, server: string) => `panel ${url}, server ${server}`,
	setting: 'the panel URL',
	keyRefused:
		'The panel does not accept the API key (401). Create a client API key under Account → API Credentials.',
	forbidden:
		'The panel refused the request (403). Check that the key belongs to a user with permission to start and stop this server, and allows the address of this machine.',
	noServer: (server: string) =>
		`The panel has no server ${printableLine(server)} for this key (404). Use the identifier in the address of the server's page.`,
	conflict: (words: string) =>
		quote('The panel cannot do this now (409): the server may be suspended, installing or moving', words),
	throttled: (seconds: number | undefined) =>
		`The panel limits the number of requests (429).${seconds === undefined ? '' : ` It accepts the next one in ${seconds}s.`}`,
	nodeDown: (status: number) =>
		`The panel cannot reach the node of the server (${status}). Check that Wings runs there.`,
	broken: (status: number, words: string) => quote(`The panel failed (${status})`, words),
	redirected: (status: number) =>
		`The panel URL redirects to another address (${status}). Use that address as the panel URL.`,
	refused: (status: number, words: string) => quote(`The panel refused the request (${status})`, words),
	slow: (host: string, seconds: number) => `${host} did not answer within ${seconds}s.`,
	unreadable: 'The answer from the panel could not be read. Check the panel URL.',
	suspended: 'The panel has suspended this server.',
	unknownState: (state: string) =>
		`The panel reports an unknown state: ${printableLine(state).slice(0, maxQuote)}.`,
};

/** `host` is a destination of ssh. The keys and known hosts are those of the user that runs the service. */
export const sshMessages = {
	option: 'Remote machine of the unit, container or commands, reached over ssh',
	described: (driver: string, host: string) => `${driver} on ${host} over ssh`,
	unknownHostKey: (host: string) =>
		`The host key of ${host} is not known. Run \`ssh ${host}\` once as the user of this service, compare the fingerprint and accept it.`,
	changedHostKey: (host: string) =>
		`The host key of ${host} has changed: the machine was reinstalled, or someone intercepts the connection. Verify the new key with its operator before you remove the old one with \`ssh-keygen -R ${host}\`.`,
	loginRefused: (host: string) =>
		`${host} refused the login. The service logs in with keys only, never with a password: check that \`ssh -o BatchMode=yes ${host} true\` works as its user.`,
	unknownHost: (host: string) => `${host} is an unknown host. Check the name.`,
	notListening: (host: string) => `No SSH server is listening on ${host}. Check the host and port.`,
	notReached: (host: string) => `${host} could not be reached by ssh. Check the host and the network.`,
	failed: (host: string, words: string) => quote(`ssh could not connect to ${host}`, words),
};

export const commandMessages = {
	options: {
		start: 'Shell command that starts the server',
		stop: 'Shell command that stops the server',
		status: 'Shell command that exits with 0 if the server is running, and with 3 if not',
	},
	described: 'commands',
	noKill: 'The commands of this server can only start and stop it.',
	unknownStatus: (program: string, code: number, words: string) =>
		quote(`${printableLine(program)} exited with ${code}; 0 means running and 3 stopped`, words),
};
