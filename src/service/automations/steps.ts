import * as z from 'zod';
import {pause} from '../../lib/time/clock.ts';
import {stepMessages} from '../../messages/automations.ts';
import type {ServiceContext} from '../context.ts';
import {addNotification} from '../records/history.ts';
import type {Transaction} from '../records/repositories.ts';
import {onceAvailable} from '../when-available.ts';
import {
	backUp,
	restartServer,
	sendRcon,
	startServer,
	type StepAction,
	stopServer,
	syncSettings,
	updateServer,
	waitForState,
} from './step-actions.ts';
import {isRead, type Outputs} from './step-values.ts';

/*
The shapes of workflow steps are not public. This service defines its own: `type` (or `kind`) in any case, with the
fields below. Unknown fields are kept. A step of an unknown type fails with a message.
*/
const span = z.coerce.number().min(0).max(1_000_000);
export const Step = z.looseObject({
	type: z.string().optional(),
	kind: z.string().optional(),
	command: z.string().optional(),
	var: z.string().optional(),
	awaitMode: z.string().optional(),
	timeoutMs: span.optional(),
	timeoutSec: span.optional(),
	seconds: span.optional(),
	state: z.string().optional(),
	forceStop: z.boolean().optional(),
	backupName: z.string().optional(),
	title: z.string().optional(),
	message: z.string().optional(),
	content: z.string().optional(),
	settings: z.unknown().optional(),
});
type Step = z.output<typeof Step>;

export type ReadStep = {
	type: string;
	timeoutMs: number;
	/** Work that is done once, regardless of the targets. */
	once?: (service: ServiceContext, signal: AbortSignal) => Promise<void>;
	each?: StepAction;
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

/** Reads a step. An invalid step fails with its reason when it runs. */
export function readStep(value: unknown, context: StepContext): ReadStep {
	const read = Step.safeParse(value);
	if (!read.success) return brokenStep('UNKNOWN', stepMessages.unreadable);
	const step = read.data;
	const type = typeOf(step);
	const timeoutMs = (step.timeoutSec ?? usualTimeoutSec) * 1000;
	if (type === 'WAIT' || type === 'WAIT_TIMED') {
		const ms = (step.seconds ?? 0) * 1000;
		const wait = ({clock}: ServiceContext, signal: AbortSignal) =>
			pause(clock, context.startedAt + ms - clock.now(), signal);
		return {type, timeoutMs: ms + timeoutMs, once: wait};
	}
	const notification = notificationOf(type, step);
	if (notification) {
		const send = (service: ServiceContext, signal: AbortSignal) => {
			const once = (records: Transaction) => addNotification(service, records, context.teamId, notification);
			return onceAvailable(service, () => service.records.transact(once), signal);
		};
		return {type, timeoutMs, once: send};
	}
	const act = acts.get(type);
	return act ? {type, timeoutMs, each: act(step, context)} : brokenStep(type, stepMessages.unknownType(type));
}

export function brokenStep(type: string, problem: string): ReadStep {
	return {type, timeoutMs: 0, once: () => Promise.reject(new Error(problem))};
}

const typeOf = ({type, kind}: Step) => (type ?? kind ?? 'UNKNOWN').toUpperCase().replaceAll(/[\s-]/g, '_');

/** The local service cannot reach Discord, so Discord messages go to the team's notifications. */
function notificationOf(type: string, {title, message, content}: Step) {
	if (type === 'NOTIFY') return {type: 'AUTOMATION', title: title ?? 'Automation', message: message ?? ''};
	if (type === 'DISCORD' || type === 'DISCORD_WEBHOOK')
		return {type: 'DISCORD', title: title ?? 'Discord', message: content ?? message ?? ''};
	return undefined;
}

const acts = new Map<string, (step: Step, context: StepContext) => StepAction>([
	['START', () => startServer],
	['STOP', stopServer],
	['RESTART', () => restartServer],
	['UPDATE', () => updateServer],
	['BACKUP', ({backupName = ''}) => backUp(backupName)],
	['SETTING_SYNC', ({settings}) => syncSettings(settings)],
	['RCON', rcon],
	[
		'WAIT_FOR_STATE',
		({state = 'ONLINE'}) =>
			(service, {id}, signal) =>
				waitForState(service, id, state, signal),
	],
]);

/** Reads an RCON step. AUTO waits for the answer if a later step reads it. (public documentation: Automations, semantics) */
function rcon({command, timeoutMs, ...step}: Step, {later, outputs}: StepContext): StepAction {
	const mode = (step.awaitMode ?? 'AUTO').toUpperCase();
	const variable = step.var ?? '';
	const heard = new Map<string, string>();
	if (variable !== '') outputs.set(variable, heard);
	const isAwaited = mode === 'ALWAYS' || (mode !== 'NEVER' && variable !== '' && isRead(variable, later));
	return sendRcon({command, timeoutMs, isAwaited, onResponse: (id, text) => void heard.set(id, text)});
}
