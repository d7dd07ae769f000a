import type {AutomationRun} from '../../contract/models/automation.ts';
import {firstMoment, knownMoment} from '../../contract/moments.ts';
import {isOver, reasonOf} from '../automations/run.ts';

/** An automation whose last run failed. `count`: how many failed in a row in the shift, the first at `since`, epoch ms. */
export type FailingAutomation = {
	automationId: string;
	name: string;
	status: string | undefined;
	count: number;
	since: number;
	reason: string | undefined;
};

/** Runs, in any order, and the names of automations by id. */
export type KnownRuns = {runs: readonly AutomationRun[]; nameOf: (run: AutomationRun) => string};

/** Returns the automations that fail now, those that fail most first. Runs before `since` do not count. */
export function failingAutomations({runs, nameOf}: KnownRuns, since: number): FailingAutomation[] {
	const ended = runs
		.flatMap(run => {
			const at = knownMoment(firstMoment(run.startedAt, run.createdAt));
			return at === undefined || at < since || !isOver(run) ? [] : [{at, run}];
		})
		.sort((one, other) => other.at - one.at);
	return [...Map.groupBy(ended, ({run}) => run.automationId)]
		.flatMap(([automationId, of]): FailingAutomation[] => {
			const succeeded = of.findIndex(({run}) => run.status === 'SUCCEEDED');
			const failed = succeeded === -1 ? of : of.slice(0, succeeded);
			const [newest, oldest] = [failed[0], failed.at(-1)];
			if (automationId === undefined || !newest || !oldest) return [];
			const {run} = newest;
			const about = {automationId, name: nameOf(run), status: run.status, reason: reasonOf(run)};
			return [{...about, count: failed.length, since: oldest.at}];
		})
		.sort((one, other) => other.count - one.count);
}
