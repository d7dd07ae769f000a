import type {automations as rows} from '../../contract/endpoints/automations.ts';
import {momentOf} from '../../contract/moments.ts';
import {requestCheckMessages} from '../../messages/service-requests.ts';
import {checkAutomation} from '../automations/check-automation.ts';
import {requireOwn, ownTeam, type ServiceContext} from '../context.ts';
import {pageOf} from '../pages.ts';
import type {AutomationRecord, RunRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import type {Transaction} from '../repositories.ts';
import {validateName} from '../field-checks.ts';
import {automationView, runView} from '../views.ts';
import type {HandlersOf} from './handlers-of.ts';

const usualTimeoutSec = 3600;

/** (Specification: Endpoints, Automations) */
export const automations = {
	listAutomations: async (_service, caller, {teamId}, records) => {
		await ownTeam(records, caller, teamId);
		const all = await records.automations.ofTeam(teamId);
		return all.map(automationView);
	},
	createAutomation: async (service, caller, {teamId, name, ...fields}, records) => {
		await ownTeam(records, caller, teamId);
		checkAutomation(service, fields);
		if ((await records.automations.countOfTeam(teamId)) >= service.limits.maxAutomations)
			throw new Refusal('team.too_many_automations');
		const now = service.clock.now();
		const automation = await keep(service, records, {
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
		});
		return automationView(automation);
	},
	editAutomation: async (service, caller, {automationId, name, ...fields}, records) => {
		const old = requireOwn(await records.automations.get(automationId), caller);
		checkAutomation(service, fields);
		// Null removes the trigger; for other fields null is ignored.
		const changes = Object.fromEntries(
			Object.entries(fields).filter(
				([field, value]) => value !== undefined && (value !== null || field === 'trigger'),
			),
		);
		const updatedAt = service.clock.now();
		const automation = await keep(service, records, {
			...old,
			...changes,
			...(name !== undefined && {name: validateName(service, name)}),
			updatedAt,
		});
		return automationView(automation);
	},
	triggerAutomation: async (service, caller, {automationId, targetIds}, records) => {
		const automation = requireOwn(await records.automations.get(automationId), caller);
		const servers = await records.servers.getMany(targetIds ?? []);
		for (const serverId of targetIds ?? []) requireOwn(servers.get(serverId), caller);
		const {runner} = service;
		if (!(await runner.canStartRun(records, caller.teamId))) throw new Refusal('automation.too_many_runs');
		const run = await runner.trigger(records, automation, {targetIds});
		return runView(service, run);
	},
	listRuns: async (service, caller, {teamId, page, size, ...filter}, records) => {
		await ownTeam(records, caller, teamId);
		const passes = runFilter(filter);
		const runs = (await records.runs.ofTeam(teamId)).filter(passes).reverse();
		return pageOf(service.limits, runs, {page, size}, run => runView(service, run));
	},
	getAutomation: async (_service, caller, {automationId}, {automations}) =>
		automationView(requireOwn(await automations.get(automationId), caller)),
	deleteAutomation: async ({bus}, caller, {automationId}, {automations, afterCommit}) => {
		requireOwn(await automations.get(automationId), caller);
		await automations.remove(automationId);
		afterCommit(() => bus.send({kind: 'automations'}));
	},
	getRun: async (service, caller, {runId}, {runs}) =>
		runView(service, requireOwn(await runs.get(runId), caller)),
	cancelRun: async (service, caller, {runId}, records) => {
		const run = requireOwn(await records.runs.get(runId), caller);
		return runView(service, await service.runner.cancel(records, run));
	},
	deleteRun: async (service, caller, {runId}, records) => {
		const run = requireOwn(await records.runs.get(runId), caller);
		await service.runner.cancel(records, run);
		await records.runs.remove(runId);
	},
} satisfies HandlersOf<typeof rows>;

async function keep(
	{bus}: ServiceContext,
	{automations, afterCommit}: Transaction,
	automation: AutomationRecord,
): Promise<AutomationRecord> {
	await automations.put(automation);
	afterCommit(() => bus.send({kind: 'automations'}));
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
