import {targetsOf} from '../contract/automation-targets.ts';
import type {GameServer} from '../contract/models/server.ts';
import {type DelayedVerb, timedTaskTypes} from '../contract/power.ts';
import {whenText} from '../lib/time/ago.ts';
import {pendingMessages as messages} from '../messages/pending.ts';
import {duration, type Message, renderMessage, shellSegments} from '../messages/text.ts';
import type {Problem} from './action.ts';
import type {Fields} from './automation-changes.ts';
import type {ActionContext, PendingAction, PendingSource} from './context.ts';
import {nameOf} from './names.ts';
import type {ReviewRow} from './plan.ts';
import {isOfOwnService} from './preconditions.ts';

/** How far ahead an automation is shown, ms. */
const aheadMs = 24 * 3_600_000;

/** Returns the next stop or restart of a server by an automation, as far as the shapes of its parts are known. */
export function pendingRun(
	name: string,
	{targets, workflow}: Fields,
	upcoming: readonly number[],
	server: GameServer,
	now: number,
): PendingAction | undefined {
	const at = upcoming.find(moment => moment > now);
	if (at === undefined || at > now + aheadMs || !Array.isArray(workflow)) return undefined;
	const action = workflow.map(verbOf).find(verb => verb !== undefined);
	if (action === undefined || targetsOf(targets, [server], undefined).length === 0) return undefined;
	return {action, at, source: {kind: 'automation', name}};
}

function verbOf(step: unknown): DelayedVerb | undefined {
	if (typeof step !== 'object' || step === null) return undefined;
	const {type, kind} = step as {type?: unknown; kind?: unknown}; // an object
	const name = String(type ?? kind ?? '').toUpperCase();
	if (/^(TIMED_)?RESTART/.test(name)) return 'restart';
	return /^(TIMED_)?(STOP|SHUTDOWN)/.test(name) ? 'stop' : undefined;
}

/** Returns the task of a server that can be canceled before another action is sent. */
export const cancellableTask = (pending: readonly PendingAction[]) =>
	pending.find(({task}) => task?.cancellable)?.task;

const maxListed = 4;
/** Servers named in one line. */
const maxNamed = 3;

/** Returns the row of a review with the pending actions of its servers; servers with the same ones share a line. */
export function pendingRows(
	context: Pick<ActionContext, 'servers' | 'known' | 'now' | 'isUtc'>,
): ReviewRow[] {
	const {servers, known, now} = context;
	const all = servers.flatMap(server =>
		known.pendingOn(server.id, now).map(pending => ({
			name: nameOf(server),
			line: pendingLine(pending, context),
		})),
	);
	const equal = Map.groupBy(all, ({line}) => renderMessage(line, shellSegments));
	const lines = [...equal.values()].flatMap(of => {
		const names = of.map(({name}) => name);
		const named = names.slice(0, names.length > maxNamed + 1 ? maxNamed : maxNamed + 1);
		const line = of[0]?.line ?? '';
		return servers.length > 1
			? [messages.on(named, names.length - named.length, line)]
			: of.map(one => one.line);
	});
	if (lines.length === 0) return [];
	const more = lines.length > maxListed ? [messages.more(lines.length - maxListed)] : [];
	return [{label: messages.label, lines: [...lines.slice(0, maxListed), ...more], tone: 'warning'}];
}

type Clock = Pick<ActionContext, 'now' | 'isUtc'>;

export const pendingLine = (pending: PendingAction, clock: Clock): Message =>
	messages.line(pending.action, whenOf(pending, clock), whose(pending.source));

const whenOf = ({at}: Pick<PendingAction, 'at'>, {now, isUtc}: Clock): Message =>
	at === undefined
		? messages.atItsTurn
		: messages.when(whenText(at, now, isUtc), duration(Math.max(0, at - now)));

function whose(source: PendingSource): string {
	switch (source.kind) {
		case 'session':
			return messages.session;
		case 'node':
			return messages.node;
		case 'later':
			return messages.later(source.more);
		case 'job':
			return messages.job(source.title);
		case 'automation':
			return messages.automation(source.name);
	}
}

/**
Returns the refusal that is certain because of a task of the node: a delayed action of the same kind. Our own service also
refuses an immediate or another one. (Specification: Stop, Restart)
*/
export function scheduleConflict(
	verb: DelayedVerb,
	delay: number | undefined,
	server: GameServer,
	{known, now, isUtc}: Pick<ActionContext, 'known' | 'now' | 'isUtc'>,
): Extract<Problem, {kind: 'conflict'}> | undefined {
	const isOwnService = isOfOwnService(server);
	const found = known
		.pendingOn(server.id, now)
		.find(
			({task, at = 0, action}) =>
				task && at > now && (isOwnService || (delay !== undefined && action === verb)),
		);
	if (!found) return undefined;
	const key = `server.${timedTaskTypes[verb].toLowerCase()}_already_scheduled`;
	return {
		text: messages.conflict(nameOf(server), found.action, whenOf(found, {now, isUtc}), key),
		kind: 'conflict',
		key,
	};
}
