import type {GameServer} from '../contract/models/server.ts';
import type {PowerVerb} from '../contract/power.ts';
import type {Plan, RollingPlan} from './plan.ts';
import type {ActionInput} from './activity.ts';
import {durationField, textField, yesNoField} from './fields.ts';
import {problemIn, type Field} from './field.ts';
import {phaseOf} from '../contract/states.ts';
import {request, type ActionRequest} from './request.ts';
import {playersText} from './risk.ts';
import {nameOf} from './names.ts';
import {fillMinutes} from '../contract/delayed-message.ts';
import {fieldMessages, messagePreviewMessages} from '../messages/dialogs.ts';
import {powerMessages as messages} from '../messages/power.ts';

type PowerGoal = {
	/** What proves that a server is done. */
	gate: NonNullable<RollingPlan['gate']>;
	/** The state that the service reports until then. */
	expects: NonNullable<Plan['expects']>;
};

const starting = {state: 'INITIALIZING', withinMs: 60_000};
const stopping = {state: 'STOPPING', withinMs: 60_000};

export const powerGoals: Readonly<Record<PowerVerb, PowerGoal>> = {
	start: {gate: {phase: 'online', probed: true, leaves: false}, expects: starting},
	stop: {gate: {phase: 'offline', probed: false, leaves: false}, expects: stopping},
	restart: {gate: {phase: 'online', probed: true, leaves: true}, expects: stopping},
};

/** Without a delay the action is immediate. */
export type PowerValues = {
	/** Minutes. */
	delay?: number | undefined;
	/** Shown to players before a delayed stop or restart. */
	message?: string | undefined;
	/** Kills the process; not for a start. */
	force?: boolean;
};

/** One week: a longer delay is probably a typo. */
const maxDelayMinutes = 7 * 24 * 60;

const delayDuration = durationField(messages.delay.label, messages.delay.hint, {
	unit: 'm',
	min: 0,
	max: maxDelayMinutes,
	empty: undefined,
	usual: fieldMessages.emptyIsNow,
	bare: 'm',
});

/** Whole minutes; empty and 0 mean now. (Specification: `delayMinutes` is an integer) */
export const delayField: Field<number | undefined> = {
	...delayDuration,
	presets: ['', '1m', '5m', '10m', '15m', '30m'],
	read: text => delayDuration.read(text) || undefined,
	sentAs: ['delayMinutes'],
	position: {option: '--delay <duration>', help: messages.delay.help},
};
export const messageField: Field<string | undefined> = {
	...textField(messages.message.label, messages.message.hint, messages.message.emptyIsNone),
	sentAs: ['delayedStopMessage', 'delayedRestartMessage'],
	position: {option: '--message <text>', help: messages.message.help},
	offers: ({settings}) => settings.messages,
	preview: ({delay = '', message = ''}) => {
		const minutes = problemIn(delayField, delay) === undefined ? delayField.read(delay) : undefined;
		return minutes === undefined || !message.includes('{minutes}')
			? undefined
			: messagePreviewMessages.inForm(fillMinutes(message, minutes));
	},
};
export const forceField: Field<boolean> = {
	...yesNoField(messages.force.label, messages.force.hint, messages.force.no, messages.force.yes),
	position: {option: '--force', help: messages.force.help},
	preview: ({force}) => (force === 'yes' ? messages.killed : undefined),
};

/** Returns the problem of a message without a delay: players would not see it. */
export const silentMessage = ({delay, message: text}: PowerValues): string | undefined =>
	text === undefined || delay !== undefined ? undefined : messages.message.needsDelay;

/** (Specification: Start, Stop, Restart) */
export function powerRequest(
	verb: PowerVerb,
	serverId: string,
	{delay, message: text, force = false}: PowerValues,
): ActionRequest {
	const delayed = {serverId, ...(delay !== undefined && {delayMinutes: delay})};
	switch (verb) {
		case 'start':
			return request('startServer', {serverId});
		case 'stop':
			return request('stopServer', {
				...delayed,
				...(force && {forceStop: true}),
				...(text !== undefined && {delayedStopMessage: text}),
			});
		case 'restart':
			return request('restartServer', {
				...delayed,
				...(force && {forceStop: true}),
				...(text !== undefined && {delayedRestartMessage: text}),
			});
	}
}

/** Returns the recorded values. */
export const powerInput = ({delay, message: text, force = false}: PowerValues): ActionInput => ({
	...(delay !== undefined && {delayMinutes: delay}),
	...(text !== undefined && {message: text}),
	...(force && {force}),
});

/**
Returns `Restart ark-1 (3 players), in 10 min`, with a note about servers that the service does not report as
online.
*/
export function powerSummary(
	verb: PowerVerb,
	{delay, force = false}: PowerValues,
	servers: readonly GameServer[],
): string {
	const who = servers.length === 1 ? servers.map(nameOf).join() : messages.servers(servers.length);
	if (verb === 'start') return messages.startSummary(who);
	return messages.summary(verb, force, who, `${playersText(servers)}${notOnline(servers)}`, delay);
}

function notOnline(servers: readonly GameServer[]): string {
	const others = servers.flatMap(server =>
		server.state === undefined || phaseOf(server.state) === 'online'
			? []
			: messages.notOnline(nameOf(server), server.state),
	);
	return others.length > 3 ? messages.severalNotOnline(others.length) : others.join('');
}
