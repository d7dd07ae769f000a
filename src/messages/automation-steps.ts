import {
	defaultRunSec,
	problemsOfStep,
	Step,
	type StepName,
	type StepProblem,
	stepNameOf,
	waitingSec,
	writtenType,
} from '../contract/automation-steps.ts';
import {formatElapsed} from '../lib/time/ago.ts';

type StepWords = {
	/** What it does, as the reference has it. */
	help: string;
	/** A step of this type without its braces, as the reference has it. */
	example: string;
	/** What a step with these fields does, in the plan of `automation check`. */
	does: (step: Step) => string;
};

const inTurns = ({atOnce}: Pick<Step, 'atOnce'>): string =>
	atOnce === undefined ? '' : atOnce === 1 ? ', one server at a time' : `, ${atOnce} servers at a time`;

/** The step types of automations. */
export const stepWords: Record<StepName, StepWords> = {
	START: {
		help: 'Starts each server that is down and waits until it is online',
		example: 'type: START',
		does: step => `start${inTurns(step)}`,
	},
	STOP: {
		help: 'Stops each server and waits until it is down',
		example: 'type: STOP, message: Back soon',
		does: ({forceStop, message, atOnce}) =>
			`${forceStop ? 'kill' : 'stop'}${message === undefined ? '' : ` after the message "${message}"`}${inTurns({atOnce})}`,
	},
	RESTART: {
		help: 'Restarts each server and waits until it is online again',
		example: 'type: RESTART, timeoutSec: 600',
		does: step => `restart${inTurns(step)}`,
	},
	UPDATE: {
		help: 'Installs the newest version on each server, which must be down',
		example: 'type: UPDATE',
		does: step => `install the newest version${inTurns(step)}`,
	},
	BACKUP: {
		help: 'Backs up each server',
		example: "type: BACKUP, backupName: 'before-{date}'",
		does: ({backupName = '', atOnce}) =>
			`back up${backupName === '' ? '' : ` as "${backupName}"`}${inTurns({atOnce})}`,
	},
	SETTING_SYNC: {
		help: 'Merges settings into the setting profile of each server',
		example: 'type: SETTING_SYNC, settings: {gmcSettings: {StopMessage: Bye}}',
		does: () => 'merge the settings into the setting profile',
	},
	RCON: {
		help: 'Sends a command to each server',
		example: 'type: RCON, command: ListPlayers, var: players',
		does: ({command = '', var: name}) =>
			`send \`${command}\`${name === undefined ? '' : `, answer in "${name}"`}`,
	},
	ANNOUNCE: {
		help: "Sends a message to the players with the game's own command",
		example: 'type: ANNOUNCE, message: Restart in one minute',
		does: ({message = ''}) => `announce "${message}"`,
	},
	WAIT: {
		help: 'Waits for a number of seconds',
		example: 'type: WAIT, seconds: 60',
		does: ({seconds = 0}) => `wait ${formatElapsed(1000 * seconds)}`,
	},
	WAIT_FOR_STATE: {
		help: 'Waits until each server reaches a state',
		example: 'type: WAIT_FOR_STATE, state: ONLINE',
		does: ({state = 'ONLINE'}) => `wait until ${state}`,
	},
	WAIT_FOR_EMPTY: {
		help: 'Waits until each server is empty',
		example: 'type: WAIT_FOR_EMPTY, timeoutSec: 3600',
		does: () => 'wait until empty',
	},
	ONLY_EMPTY: {
		help: 'Skips servers with players, or with an unknown number of players',
		example: 'type: ONLY_EMPTY',
		does: () => 'continue only on empty servers',
	},
	NOTIFY: {
		help: 'Notifies the team',
		example: "type: NOTIFY, title: Done, message: '{targets.failed.size} failed'",
		does: ({title = 'Automation', message = ''}) =>
			`notify the team: ${message === '' ? title : `${title}: ${message}`}`,
	},
	WEBHOOK: {
		help: "Posts a message to the webhook of the alerts on the service's machine",
		example: `type: WEBHOOK, message: "{join(targets.active.names, ', ')} crashed"`,
		does: ({message = ''}) => `post to the webhook: ${message}`,
	},
	DISCORD: {
		help: 'Posts to Discord',
		example: 'type: DISCORD, content: Done',
		does: ({content, message = ''}) => `post to Discord: ${content ?? message}`,
	},
};

/** Describes a step; undefined if it has unknown fields or values. */
export function stepText(step: unknown): string | undefined {
	const {data} = Step.safeParse(step);
	const name = data && stepNameOf(writtenType(data));
	if (!data || name === undefined || problemsOfStep(data).some(({kind}) => kind === 'unknownField'))
		return undefined;
	const {timeoutSec} = data;
	const limit = timeoutSec === undefined ? '' : `, at most ${formatElapsed(1000 * timeoutSec)}`;
	return `${stepWords[name].does(data)}${limit}`;
}

/** Says that a run would end before its steps have waited; undefined if it would not. */
export function runLimitProblem(limit: unknown, workflow: readonly unknown[]): string | undefined {
	const most = typeof limit === 'number' ? limit : defaultRunSec;
	const wait = waitingSec(workflow);
	if (wait <= most) return undefined;
	const [waits, ends] = [formatElapsed(1000 * wait), formatElapsed(1000 * most)];
	return `the steps wait up to ${waits}, but a run ends after ${ends}`;
}

/** What a step of this type does, without its fields. */
const stepTitles: Record<StepName, string> = {
	START: 'start',
	STOP: 'stop',
	RESTART: 'restart',
	UPDATE: 'update',
	BACKUP: 'back up',
	SETTING_SYNC: 'merge settings',
	RCON: 'command',
	ANNOUNCE: 'announce',
	WAIT: 'wait',
	WAIT_FOR_STATE: 'wait for a state',
	WAIT_FOR_EMPTY: 'wait until empty',
	ONLY_EMPTY: 'only empty servers',
	NOTIFY: 'notify the team',
	WEBHOOK: 'post to the webhook',
	DISCORD: 'post to Discord',
};

/** Names a step of a run by its type, as the service has it. */
export function stepTitle(type: string): string {
	const name = stepNameOf(writtenType({type}));
	return name === undefined ? type : stepTitles[name];
}

/** Ends the problem of a misspelled word. */
export const nearText = (near: readonly string[]): string =>
	near.length === 0 ? '' : `; did you mean ${near.join(' or ')}?`;

/** Says why a step cannot work, as the end of a sentence. */
export function stepProblemText(problem: StepProblem): string {
	switch (problem.kind) {
		case 'unknownType':
			return `unknown step type ${problem.type}${nearText(problem.near)}`;
		case 'onlyHosted':
			return 'the local service cannot post to Discord; use WEBHOOK or NOTIFY';
		case 'unknownField':
			return `${problem.type} has no field "${problem.field}"; it is ignored`;
		case 'missing':
			return `${problem.type} needs the field "${problem.field}"${problem.field === 'seconds' ? ', such as 300' : ''}`;
	}
}
