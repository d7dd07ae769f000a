import type {automations as rows} from '../../../contract/endpoints/automations.ts';
import {momentOf} from '../../../contract/moments.ts';
import {stepProblemText} from '../../../messages/automation-steps.ts';
import {stepMessages} from '../../../messages/automations.ts';
import {requestCheckMessages} from '../../../messages/service.ts';
import {personOf} from '../../access/accounts.ts';
import {authorOf} from '../../access/revocation.ts';
import {ownTeam, requireOwn, type ServiceContext} from '../../context.ts';
import {pageOf, rangeOf} from '../pages.ts';
import type {Author, AutomationRecord} from '../../records/records.ts';
import {notAccepted, Refusal} from '../refusal.ts';
import type {RunFilter, Transaction} from '../../records/repositories.ts';
import {validateName} from '../field-checks.ts';
import {automationView, runView} from '../../records/views.ts';
import type {HandlersOf} from './handlers-of.ts';
import {findProblems} from '../../../automations/find-problems.ts';
import {deepEqual} from '../../../lib/json/depth.ts';
import {
	defaultRunSec,
	problemsOfStep,
	Step,
	stepNameOf,
	writtenType,
} from '../../../contract/automation-steps.ts';
import {openTrigger} from '../../automations/triggers.ts';

/** (Specification: Endpoints, Automations) */
export const automations = {
	listAutomations: async (service, caller, {teamId}, records) => {
		await ownTeam(records, caller, teamId);
		const all = await records.automations.ofTeam(teamId);
		return all.map(automation => automationView(service, automation));
	},
	createAutomation: async (service, caller, {teamId, name, ...fields}, records) => {
		await ownTeam(records, caller, teamId);
		await checkAutomation(service, fields);
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
			runTimeoutSec: fields.runTimeoutSec ?? defaultRunSec,
			createdBy: await personOf(records, caller),
			createdById: caller.memberId ?? caller.id,
			authors: [authorOf(caller)],
		});
		return automationView(service, automation);
	},
	editAutomation: async (service, caller, request, records) => {
		const {automationId, id, teamId, createdAt: _createdAt, updatedAt: _updatedAt, name, ...rest} = request;
		const {createdBy: _createdBy, createdById: _createdById, review: _review, ...sent} = rest;
		// Null is the default, which our own client sends for an empty field.
		const fields = {...sent, ...(sent.runTimeoutSec === null && {runTimeoutSec: defaultRunSec})};
		const old = requireOwn(await records.automations.get(automationId), caller);
		if (id !== undefined && id !== old.id) throw notAccepted(requestCheckMessages.otherValue('id'));
		if (teamId !== undefined && teamId !== old.teamId)
			throw notAccepted(requestCheckMessages.otherValue('teamId'));
		await checkAutomation(service, fields, old);
		const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
		const updatedAt = service.clock.now();
		// The user who enables it has reviewed it.
		const {review, ...withoutReview} = old;
		const automation = await keep(service, records, {
			...withoutReview,
			...changes,
			...(review !== undefined && changes['enabled'] !== true && {review}),
			authors: withAuthor(old.authors, authorOf(caller)),
			...(name !== undefined && {name: validateName(service, name)}),
			updatedAt,
		});
		return automationView(service, automation);
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
		const range = rangeOf(service.limits, {page, size});
		const {count, runs} = await records.runs.filtered(teamId, runFilter(filter), range);
		const shown = runs.map(run => runView(service, run));
		return pageOf(service.limits, {page, size}, shown, count);
	},
	getAutomation: async (service, caller, {automationId}, {automations}) =>
		automationView(service, requireOwn(await automations.get(automationId), caller)),
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

/** Of an automation; the newest ones. */
const maxAuthors = 20;

const withAuthor = (authors: readonly Author[] = [], author: Author): Author[] =>
	[...authors.filter(({tokenId}) => tokenId !== author.tokenId), author].slice(-maxAuthors);

async function keep(
	{bus}: ServiceContext,
	{automations, afterCommit}: Transaction,
	automation: AutomationRecord,
): Promise<AutomationRecord> {
	await automations.putInBudget(automation);
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

const runFilter = ({automationId, statuses, createdFrom, createdTo}: Filter): RunFilter => ({
	automationId,
	statuses: statuses?.split(',').map(status => status.trim().toUpperCase()),
	from: momentIn(createdFrom),
	to: momentIn(createdTo),
});

function momentIn(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const moment = momentOf(text);
	if (moment === undefined) throw new Refusal('validation.failed', requestCheckMessages.invalidTime(text));
	return moment;
}

type Parts = {
	targets?: unknown;
	workflow?: unknown;
	trigger?: unknown;
	description?: unknown;
	runTimeoutSec?: unknown;
};

/**
Throws `Refusal` if no run could do what is written: wrong types, too much text, names that nobody knows, or an invalid
schedule. `old`: parts that are as before stay accepted, whatever they contain.
*/
async function checkAutomation(
	{limits, webhook, clock}: Pick<ServiceContext, 'limits' | 'webhook' | 'clock'>,
	fields: Parts,
	old: Parts = {},
): Promise<void> {
	const {targets, workflow, trigger, description} = fields;
	const missing = Object.entries(fields).find(([name, value]) => value === null && name !== 'trigger');
	if (missing) throw notAccepted(requestCheckMessages.isNull(missing[0]));
	const {maxAutomationLength: most} = limits;
	if (JSON.stringify([targets, workflow, trigger, description]).length > most)
		throw notAccepted(requestCheckMessages.longAutomation(most));
	const changes: Parts = Object.fromEntries(
		Object.entries(fields).filter(([name, value]) => !deepEqual(value, old[name as keyof Parts])),
	);
	const error = findProblems(changes, clock.now()).find(({isWarning}) => !isWarning);
	if (error) throw notAccepted(stepMessages.at(error.path, error.text));
	await checkAvailable(webhook, Array.isArray(changes.workflow) ? changes.workflow : []);
	const schedule = openTrigger(changes.trigger);
	if (schedule.kind === 'unreadable') throw notAccepted(schedule.why);
}

/** Throws `Refusal` for a step that only other services can perform. */
async function checkAvailable(
	webhook: ServiceContext['webhook'],
	workflow: readonly unknown[],
): Promise<void> {
	for (const [index, value] of workflow.entries()) {
		const step = Step.parse(value);
		const problem = problemsOfStep(step).find(({kind}) => kind === 'onlyHosted');
		const isPost = stepNameOf(writtenType(step)) === 'WEBHOOK';
		const why = problem ? stepProblemText(problem) : isPost ? await webhook.problem() : undefined;
		if (why !== undefined)
			throw new Refusal('automation.step_not_available', stepMessages.at(`workflow.${index}`, why));
	}
}
