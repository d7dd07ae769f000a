import type {ProgramEnd} from '../lib/run-program.ts';
import {printableLine} from '../lib/text.ts';

const maxQuote = 300;

/** The last line that is not empty, shortened. */
const lastLineOf = (text: string): string =>
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

export const systemdMessages = {
	invalidUnit: (unit: string) =>
		`${printableLine(unit)} is not the name of a unit. Use a name like minecraft.service.`,
	noUnit: (unit: string, isUser: boolean) =>
		`systemd has no unit ${unit}. Check the name with \`systemctl ${isUser ? '--user ' : ''}list-unit-files\`.`,
	masked: (unit: string) => `The unit ${unit} is masked, which prevents its start.`,
	unknownState: (unit: string, active: string, sub: string) =>
		`systemd reports ${unit} as ${printableLine(active)} (${printableLine(sub)}).`,
	restarting: (unit: string) => `systemd waits before it restarts ${unit}.`,
	exited: (unit: string) =>
		`The start program of ${unit} has ended, so that systemd does not know whether the game runs.`,
	noAnswer: 'systemctl printed no state.',
};

export const containerMessages = {
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
	unreadable: 'The answer of the container engine could not be read.',
	paused: 'The container is paused.',
	restarting: 'The container engine waits before it restarts the container.',
	unknownState: (state: string) =>
		`The container engine reports an unknown state: ${printableLine(state).slice(0, maxQuote)}.`,
};

export const panelMessages = {
	setting: 'the panel URL',
	keyRefused:
		'The panel does not accept the API key (401). Create a client API key under Account → API Credentials.',
	forbidden:
		'The panel refused the request (403). Check that the key belongs to a user with permission to start and stop this server, and that the key allows the address of this machine.',
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
		`The panel URL redirects to another address (${status}). Use the address that the panel itself uses.`,
	refused: (status: number, words: string) => quote(`The panel refused the request (${status})`, words),
	slow: (host: string, seconds: number) => `${host} did not answer within ${seconds}s.`,
	unreadable: 'The answer of the panel could not be read. Check the panel URL.',
	suspended: 'The panel has suspended this server.',
	unknownState: (state: string) =>
		`The panel reports an unknown state: ${printableLine(state).slice(0, maxQuote)}.`,
};

/** `host` is a destination of ssh. The keys and known hosts are those of the user that runs the service. */
export const sshMessages = {
	unknownHostKey: (host: string) =>
		`The host key of ${host} is not known. Run \`ssh ${host}\` once as the user of this service, compare the fingerprint and accept it.`,
	changedHostKey: (host: string) =>
		`The host key of ${host} has changed: the machine was reinstalled, or somebody intercepts the connection. Verify the new key with its operator before you remove the old one with \`ssh-keygen -R ${host}\`.`,
	loginRefused: (host: string) =>
		`${host} refused the login. The service logs in with keys only, never with a password: check that \`ssh -o BatchMode=yes ${host} true\` works as its user.`,
	unknownHost: (host: string) => `${host} is an unknown host. Check the name.`,
	notListening: (host: string) => `No SSH server is listening on ${host}. Check the host and port.`,
	notReached: (host: string) => `${host} could not be reached by ssh. Check the host and the network.`,
	failed: (host: string, words: string) => quote(`ssh could not connect to ${host}`, words),
};

export const commandMessages = {
	noKill: 'The commands of this server can only start and stop it.',
	unknownStatus: (program: string, code: number, words: string) =>
		quote(`${printableLine(program)} exited with ${code}; 0 means running and 3 stopped`, words),
};
