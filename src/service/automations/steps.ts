import {Step, type StepName, stepNameOf, writtenType} from '../../contract/automation-steps.ts';
import {pause} from '../../lib/time/clock.ts';
import {stepMessages} from '../../messages/automations.ts';
import type {ServiceContext} from '../context.ts';
import {addNotification} from '../records/history.ts';
import type {Transaction} from '../records/repositories.ts';
import {onceAvailable} from '../when-available.ts';
import {
	announce,
	backUp,
	leaveOutPlayed,
	restartServer,
	sendRcon,
	startServer,
	type StepAction,
	stopServer,
	syncSettings,
	updateServer,
	waitForEmpty,
	waitForState,
} from './step-actions.ts';
import type {Outputs} from '../../automations/expression-names.ts';
import {isRead} from './step-values.ts';

export type ReadStep = {
	type: string;
	timeoutMs: number;
	/** Work that is done once, regardless of the targets. */
	once?: (service: ServiceContext, signal: AbortSignal) => Promise<void>;
	each?: StepAction;
	/** On how many servers at the same time; default all. */
	atOnce?: number | undefined;
	/** The beginning of the text that it sends. */
	sent?: string | undefined;
};

/** What a step needs to know about its run. */
type StepContext = {
	teamId: string;
	/** The steps after it. */
	later: readonly unknown[];
	outputs: Outputs;
	/** When the step was started, perhaps by an instance that has ended. */
	startedAt: number;
};

const usualTimeoutSec = 300;
/** Of the text in a run, in characters. */
const maxSentLength = 1000;

/** Reads a step. An invalid step fails with its reason when it runs. */
export function readStep(value: unknown, context: StepContext): ReadStep {
	const read = Step.safeParse(value);
	if (!read.success) return brokenStep('UNKNOWN', stepMessages.unreadable);
	const step = read.data;
	const written = writtenType(step);
	const type = stepNameOf(written);
	if (type === undefined) return brokenStep(written, stepMessages.unknownType(written));
	const timeoutMs = (step.timeoutSec ?? usualTimeoutSec) * 1000;
	const sent = (step.command ?? step.message ?? step.backupName)?.slice(0, maxSentLength);
	return {type, timeoutMs, atOnce: step.atOnce, sent, ...works[type](step, context)};
}

export function brokenStep(type: string, problem: string): ReadStep {
	return {type, timeoutMs: 0, once: () => Promise.reject(new Error(problem))};
}

type Work = Pick<ReadStep, 'once' | 'each'> & {timeoutMs?: number};

const works: Record<StepName, (step: Step, context: StepContext) => Work> = {
	START: () => ({each: startServer}),
	STOP: step => ({each: stopServer(step)}),
	RESTART: () => ({each: restartServer}),
	UPDATE: () => ({each: updateServer}),
	BACKUP: ({backupName = ''}) => ({each: backUp(backupName)}),
	SETTING_SYNC: ({settings}) => ({each: syncSettings(settings)}),
	RCON: (step, context) => ({each: rcon(step, context)}),
	ANNOUNCE: ({message = ''}) => ({each: announce(message)}),
	WAIT: ({seconds = 0, timeoutSec = usualTimeoutSec}, {startedAt}) => {
		const ms = seconds * 1000;
		const wait = ({clock}: ServiceContext, signal: AbortSignal) =>
			pause(clock, startedAt + ms - clock.now(), signal);
		return {timeoutMs: ms + timeoutSec * 1000, once: wait};
	},
	WAIT_FOR_STATE: ({state = 'ONLINE'}) => ({
		each: (service, {id}, signal) => waitForState(service, id, state, signal),
	}),
	WAIT_FOR_EMPTY: () => ({each: waitForEmpty}),
	ONLY_EMPTY: () => ({each: leaveOutPlayed}),
	NOTIFY: ({title = 'Automation', message = ''}, {teamId}) => ({
		once: (service, signal) => {
			const notification = {type: 'AUTOMATION', title, message};
			const once = (records: Transaction) => addNotification(service, records, teamId, notification);
			return onceAvailable(service, () => service.records.transact(once), signal);
		},
	}),
	WEBHOOK: ({message = ''}) => ({
		once: async ({webhook}, signal) => {
			const problem = await webhook.send(message, signal);
			if (problem !== undefined) throw new Error(problem);
		},
	}),
	// Refused when it is created.
	DISCORD: () => ({once: () => Promise.reject(new Error(stepMessages.onlyHosted('DISCORD')))}),
};

/** Reads an RCON step. AUTO waits for the answer if a later step reads it. (public documentation: Automations, semantics) */
function rcon({command, timeoutMs, ...step}: Step, {later, outputs}: StepContext): StepAction {
	const {awaitMode: mode = 'AUTO'} = step;
	const variable = step.var ?? '';
	const heard = new Map<string, string>();
	if (variable !== '') outputs.set(variable, heard);
	const isAwaited = mode === 'ALWAYS' || (mode !== 'NEVER' && variable !== '' && isRead(variable, later));
	return sendRcon({command, timeoutMs, isAwaited, onResponse: (id, text) => void heard.set(id, text)});
}
