import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {commonMessages} from '../../messages/common.ts';
import type {DetailsOptions} from '../kernel/list-screen.ts';
import {firstMoment, momentText, type Moment} from '../../contract/moments.ts';
import {durationMs, isOver, statusTone} from './run.ts';
import {outline, stepsOutline} from '../kernel/outline.ts';
import {enabledText, momentsText, nextText} from './trigger.ts';
import {nameOf} from '../../actions/names.ts';
import {notableSkew} from '../kernel/access.ts';
import type {State} from '../state.ts';
import type {Fact} from '../kernel/cells.ts';
import {elapsed, joinMessages, message} from '../../messages/text.ts';

const shownApart = new Set([
	'id',
	'teamId',
	'name',
	'description',
	'enabled',
	'createdAt',
	'updatedAt',
	'targets',
	'workflow',
	'trigger',
	'runTimeoutSec',
]);

/** Replaces server ids with server names. */
export const namedIn =
	({fleet}: Pick<State, 'fleet'>) =>
	(text: string): string => {
		const server = fleet.servers.get(text);
		return server && nameOf(server) !== text ? `${nameOf(server)} (${text})` : text;
	};

/**
Returns everything known about an automation: its trigger, targets and steps, and every unspecified part of
its record.
*/
export function automationFacts(state: State, id: string, {now: ours, revealed}: DetailsOptions): Fact[] {
	// Schedules and runs use the clock of the service.
	const now = ours + (notableSkew(state.access) ?? 0);
	const known = state.automations.list?.find(({automation}) => automation.id === id);
	if (!known) return [];
	const {automation, trigger, upcoming} = known;
	const {targets, workflow, runTimeoutSec, createdAt, updatedAt} = automation;
	const named = namedIn(state);
	const others = Object.entries(automation).filter(([name]) => !shownApart.has(name));
	return [
		...(automation.description ? [{label: 'about', text: automation.description}] : []),
		{
			label: 'enabled',
			text: enabledText(automation.enabled),
			...(automation.enabled === false && {tone: 'warning' as const}),
		},
		{label: 'runs', text: trigger},
		...nextFacts(upcoming, state, now),
		lastFact(state, id, now),
		...(automation.trigger === null || automation.trigger === undefined
			? []
			: outline('trigger', automation.trigger, revealed, named)),
		...outline('targets', targets, revealed, named),
		...(Array.isArray(workflow)
			? stepsOutline(workflow, revealed, named)
			: outline('workflow', workflow, revealed, named)),
		{
			label: 'timeout',
			text: runTimeoutSec === undefined ? commonMessages.notReported : elapsed(runTimeoutSec * 1000),
		},
		...momentFact('changed', updatedAt, now),
		...momentFact('created', createdAt, now),
		...others.flatMap(([name, value]) => outline(name, value, revealed, named)),
		{label: 'id', text: automation.id},
	];
}

function nextFacts(upcoming: readonly number[], {view}: State, now: number): Fact[] {
	const next = nextText(upcoming, now);
	if (next === undefined) return [];
	const moments = momentsText(
		upcoming.filter(at => at > now),
		now,
		view.time === 'utc',
	);
	return [{label: 'next', text: moments === '' ? next : message`${next}: ${moments}`}];
}

function lastFact({automations}: State, id: string, now: number): Fact {
	const last = automations.lastRuns.get(id);
	if (last === undefined)
		return {label: automationScreenMessages.lastRun, text: commonMessages.notKnown, tone: 'faint'};
	if (last === 'none') return {label: automationScreenMessages.lastRun, text: 'never', tone: 'faint'};
	const began = firstMoment(last.startedAt, last.createdAt);
	const took = durationMs(last, now);
	const parts = [
		last.status ?? automationScreenMessages.statusNotReported,
		began === undefined
			? undefined
			: automationScreenMessages.started(momentText(began, at => commonMessages.ago(now - at), '')),
		took === undefined ? undefined : message`${isOver(last) ? 'took' : 'for'} ${elapsed(took)}`,
	];
	return {
		label: automationScreenMessages.lastRun,
		text: joinMessages(parts, ', '),
		tone: statusTone(last),
	};
}

function momentFact(label: string, moment: Moment, now: number): Fact[] {
	const text = momentText(moment, at => commonMessages.ago(now - at), undefined);
	return text === undefined ? [] : [{label, text, tone: 'faint'}];
}
