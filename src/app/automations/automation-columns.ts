import {firstMoment, momentText} from '../../contract/moments.ts';
import {automationScreenMessages} from '../../messages/automation-screens.ts';
import {duration, joinMessages, message} from '../../messages/text.ts';
import type {ListColumn} from '../kernel/columns.ts';
import type {AutomationsState, KnownAutomation} from './automations-state.ts';
import {isOver, statusTone} from './run.ts';
import {enabledText, nextText} from './trigger.ts';

/** The data behind the columns of an automation. */
export type ListedAutomation = KnownAutomation & {
	last: ReturnType<AutomationsState['lastRuns']['get']>;
	/** How far the clock of the service is ahead of ours, ms. Schedules and runs use that clock. */
	skewMs: number;
};

export const listedName = ({automation}: Pick<KnownAutomation, 'automation'>): string =>
	automation.name ?? automation.id;

const isOff = ({automation}: ListedAutomation) => automation.enabled === false;
const stepsOf = ({automation: {workflow}}: Pick<ListedAutomation, 'automation'>) =>
	Array.isArray(workflow) ? workflow.length : undefined;

/** The columns of the list of automations, declared only here. */
export const automationColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 22, max: 34},
		priority: 0,
		value: listedName,
		style: listed => (isOff(listed) ? 'faint' : 'plain'),
		printed: {value: ({automation}) => automation.name},
	},
	{
		id: 'enabled',
		header: 'ON',
		width: {min: 3, max: 8},
		priority: 1,
		value: ({automation}) => enabledText(automation.enabled),
		style: listed => (isOff(listed) ? 'warning' : 'plain'),
		printed: {
			header: 'ENABLED',
			value: ({automation: {enabled}}) => (enabled === undefined ? undefined : enabled ? 'yes' : 'no'),
		},
	},
	{
		id: 'trigger',
		header: 'TRIGGER',
		width: {min: 16, max: 46},
		priority: 3,
		value: ({trigger}) => trigger,
		style: listed => (isOff(listed) ? 'faint' : 'plain'),
	},
	{
		id: 'next',
		header: 'NEXT',
		width: {min: 6, max: 6},
		priority: 2,
		value: ({upcoming, skewMs}, now) => nextText(upcoming, now + skewMs) ?? '-',
	},
	{
		id: 'last',
		header: automationScreenMessages.lastRunHeader,
		width: {min: 17, max: 20},
		priority: 0,
		value({last, skewMs}, now) {
			if (last === undefined) return '-';
			if (last === 'none') return 'never';
			const moment = firstMoment(last.finishedAt, last.startedAt, last.createdAt);
			const ageOf = (at: number) => message`${duration(now + skewMs - at)}${isOver(last) ? ' ago' : ''}`;
			const status = last.status ?? automationScreenMessages.statusNotReported;
			return joinMessages([status, momentText(moment, ageOf, '')], ' ');
		},
		style: ({last}) => (last === undefined || last === 'none' ? 'faint' : statusTone(last)),
	},
	{
		id: 'steps',
		header: 'STEPS',
		width: {min: 5, max: 5},
		priority: 4,
		align: 'right',
		value: listed => String(stepsOf(listed) ?? '-'),
		style: () => 'faint',
		printed: {value: stepsOf},
	},
] as const satisfies readonly ListColumn<ListedAutomation, Pick<ListedAutomation, 'automation'>>[];
