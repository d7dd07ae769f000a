import type {automations as rows} from '../../contract/endpoints/automations.ts';
import {momentOf} from '../../contract/moments.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import {checkAutomation} from '../automations/check-automation.ts';
import {requireOwn, ownTeam, type ServiceContext} from '../context.ts';
import {pageOf} from '../pages.ts';
import type {AutomationRecord, RunRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import {validateName} from '../field-checks.ts';
import {whenCommitted} from '../transactions.ts';
import {automationView, runView} from '../views.ts';
import type {SynchronousHandlersOf} from './handlers-of.ts';

const usualTimeoutSec = 3600;

/** (Specification: Endpoints, Automations) */
export const automations = {
	listAutomations: (service, caller, {teamId}) => {
		ownTeam(service, caller, teamId);
		return service.store.automations
			.all()
			.filter(automation => automation.teamId === teamId)
			.map(automationView);
	},
	createAutomation: (service, caller, {teamId, name, ...fields}) => {
		ownTeam(service, caller, teamId);
		checkAutomation(service, fields);
		const all = service.store.automations.all().filter(one => one.teamId === teamId);
		if (all.length >= service.limits.maxAutomations) throw new Refusal('team.too_many_automations');
		const now = service.clock.now();
		return automationView(
			keep(service, {
				id: service.newId(),
				teamId,
				name: validateName(service, name),
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
	editAutomation: (service, caller, {automationId, name, ...fields}) => {
		const old = ownAutomation(service, caller.teamId, automationId);
		checkAutomation(service, fields);
		// Null removes the trigger; for other fields null is ignored.
		const changes = Object.fromEntries(
			Object.entries(fields).filter(
				([field, value]) => value !== undefined && (value !== null || field === 'trigger'),
			),
		);
		const updatedAt = service.clock.now();
		return automationView(
			keep(service, {
				...old,
				...changes,
				...(name !== undefined && {name: validateName(service, name)}),
				updatedAt,
			}),
		);
	},
	triggerAutomation: (service, caller, {automationId, targetIds}) => {
		const automation = ownAutomation(service, caller.teamId, automationId);
		for (const serverId of targetIds ?? []) requireOwn(service.store.servers.get(serverId), caller);
		if (!service.runner.canStartRun(caller.teamId)) throw new Refusal('automation.too_many_runs');
		const run = service.runner.trigger(automation, {targetIds});
		// With its first step, which starts with the commit.
		return whenCommitted(service.store, async () => runView(service, service.store.runs.get(run.id) ?? run));
	},
	listRuns: (service, caller, {teamId, page, size, ...filter}) => {
		ownTeam(service, caller, teamId);
		const passes = runFilter(filter);
		const runs = service.store.runs
			.all()
			.filter(run => run.teamId === teamId && passes(run))
			.reverse();
		return pageOf(service.limits, runs, {page, size}, run => runView(service, run));
	},
	getAutomation: (service, caller, {automationId}) =>
		automationView(ownAutomation(service, caller.teamId, automationId)),
	deleteAutomation: (service, caller, {automationId}) => {
		ownAutomation(service, caller.teamId, automationId);
		service.store.automations.remove(automationId);
		service.runner.rearm();
	},
	getRun: (service, caller, {runId}) => runView(service, requireOwn(service.store.runs.get(runId), caller)),
	cancelRun: (service, caller, {runId}) =>
		runView(service, service.runner.cancel(requireOwn(service.store.runs.get(runId), caller))),
	deleteRun: (service, caller, {runId}) => {
		const run = requireOwn(service.store.runs.get(runId), caller);
		service.runner.cancel(run);
		service.store.runs.remove(runId);
	},
} satisfies SynchronousHandlersOf<typeof rows>;

function keep({store, runner}: ServiceContext, automation: AutomationRecord): AutomationRecord {
	store.automations.put(automation);
	runner.rearm();
	return automation;
}

function ownAutomation({store}: ServiceContext, teamId: string, automationId: string): AutomationRecord {
	const automation = store.automations.get(automationId);
	if (automation?.teamId !== teamId) throw new Refusal('general.not_found');
	return automation;
}

type Filter = {
	automationId?: string | undefined;
	/** One status, or several separated by commas. */
	statuses?: string | undefined;
	createdFrom?: string | undefined;
	createdTo?: string | undefined;
};

/** Creates a filter of runs. The time range is inclusive at both ends. */
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
	if (moment === undefined) throw new Refusal('validation.failed', requestCheckMessages.invalidTime(text));
	return moment;
}
