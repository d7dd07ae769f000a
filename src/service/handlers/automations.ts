import type {automations as rows} from '../../contract/endpoints/automations.ts';
import {momentOf} from '../../contract/moments.ts';
import {checkAutomation} from '../automations/check-automation.ts';
import {own, ownTeam, type Plane} from '../context.ts';
import {pageOf} from '../pages.ts';
import type {AutomationRecord, RunRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {checkedName} from '../field-checks.ts';
import {automationView, runView} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

const usualTimeoutSec = 3600;

/** (Specification: Endpoints, Automations) */
export const automations = {
	listAutomations: (plane, caller, {teamId}) => {
		ownTeam(plane, caller, teamId);
		return plane.store.automations
			.all()
			.filter(automation => automation.teamId === teamId)
			.map(automationView);
	},
	createAutomation: (plane, caller, {teamId, name, ...fields}) => {
		ownTeam(plane, caller, teamId);
		checkAutomation(fields);
		const now = plane.clock.now();
		return automationView(
			keep(plane, {
				id: plane.newId(),
				teamId,
				name: checkedName(plane, name),
				description: fields.description ?? '',
				enabled: fields.enabled ?? true,
				createdAt: now,
				updatedAt: now,
				targets: fields.targets ?? {},
				workflow: fields.workflow ?? [],
				trigger: fields.trigger ?? null,
				runTimeoutSec: fields.runTimeoutSec ?? usualTimeoutSec,
			}),
		);
	},
	editAutomation: (plane, caller, {automationId, name, ...fields}) => {
		const old = ownAutomation(plane, caller.teamId, automationId);
		checkAutomation(fields);
		// Null empties a trigger; of other fields it says nothing.
		const changes = Object.fromEntries(
			Object.entries(fields).filter(
				([field, value]) => value !== undefined && (value !== null || field === 'trigger'),
			),
		);
		const updatedAt = plane.clock.now();
		return automationView(
			keep(plane, {
				...old,
				...changes,
				...(name !== undefined && {name: checkedName(plane, name)}),
				updatedAt,
			}),
		);
	},
	triggerAutomation: (plane, caller, {automationId, targetIds}) => {
		const automation = ownAutomation(plane, caller.teamId, automationId);
		for (const serverId of targetIds ?? []) own(plane.store.servers.get(serverId), caller);
		return runView(plane, plane.runner.trigger(automation, {targetIds}));
	},
	listRuns: (plane, caller, {teamId, page, size, ...filter}) => {
		ownTeam(plane, caller, teamId);
		const passes = runFilter(filter);
		const runs = plane.store.runs
			.all()
			.filter(run => run.teamId === teamId && passes(run))
			.reverse();
		return pageOf(plane.limits, runs, {page, size}, run => runView(plane, run));
	},
	getAutomation: (plane, caller, {automationId}) =>
		automationView(ownAutomation(plane, caller.teamId, automationId)),
	deleteAutomation: (plane, caller, {automationId}) => {
		ownAutomation(plane, caller.teamId, automationId);
		plane.store.automations.remove(automationId);
		plane.runner.rearm();
	},
	getRun: (plane, caller, {runId}) => runView(plane, own(plane.store.runs.get(runId), caller)),
	cancelRun: (plane, caller, {runId}) =>
		runView(plane, plane.runner.cancel(own(plane.store.runs.get(runId), caller))),
	deleteRun: (plane, caller, {runId}) => {
		const run = own(plane.store.runs.get(runId), caller);
		plane.runner.cancel(run);
		plane.store.runs.remove(runId);
	},
} satisfies HandlersOf<typeof rows>;

function keep({store, runner}: Plane, automation: AutomationRecord): AutomationRecord {
	store.automations.put(automation);
	runner.rearm();
	return automation;
}

function ownAutomation({store}: Plane, teamId: string, automationId: string): AutomationRecord {
	const automation = store.automations.get(automationId);
	if (automation?.teamId !== teamId) throw new Refusal('general.not_found');
	return automation;
}

type Filter = {
	automationId?: string | undefined;
	/** One status, or several with commas between them. */
	statuses?: string | undefined;
	createdFrom?: string | undefined;
	createdTo?: string | undefined;
};

/** Both ends of the span belong to it. */
function runFilter({automationId, statuses, createdFrom, createdTo}: Filter): (run: RunRecord) => boolean {
	const wanted = statuses?.split(',').map(status => status.trim().toUpperCase());
	const from = momentIn(createdFrom) ?? -Infinity;
	const to = momentIn(createdTo) ?? Infinity;
	return run =>
		(automationId === undefined || run.automationId === automationId) &&
		(wanted === undefined || wanted.includes(run.status)) &&
		run.createdAt >= from &&
		run.createdAt <= to;
}

function momentIn(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const moment = momentOf(text);
	if (moment === undefined) throw new Refusal('validation.failed', `"${text}" is not a moment.`);
	return moment;
}
