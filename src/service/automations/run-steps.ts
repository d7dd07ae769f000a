import {pause} from '../../lib/clock.ts';
import {stepMessages} from '../../messages/service-automations.ts';
import {putRun} from '../publish.ts';
import type {ServiceContext} from '../context.ts';
import type {RunRecord, StepRecord} from '../records.ts';
import {fillStep, hasTemplates, loadNames, type Outputs} from './step-values.ts';
import {brokenStep, readStep, type ReadStep} from './steps.ts';

/** The reason of the failure by server id. The empty id stands for the whole step. */
type Problems = Map<string, string>;

/**
Runs the steps of a run in order. A target on which a step fails is excluded from later steps, and the run continues
without it. (public documentation: Automations, semantics)
*/
export async function runSteps(
	service: ServiceContext,
	runId: string,
	signal: AbortSignal,
): Promise<'SUCCEEDED' | 'FAILED'> {
	const {records, clock} = service;
	const outputs: Outputs = new Map();
	let failed = false;
	let run = await records.read(({runs}) => runs.get(runId));
	const {teamId = '', workflow = []} = run ?? {};
	for (const [index, value] of workflow.entries()) {
		if (index > 0) run = await changeRun(service, runId, latest => withStep(latest, index, clock.now()));
		const present = run;
		const first = present?.currentStep;
		if (!first || signal.aborted) break;
		const context = {teamId, later: workflow.slice(index + 1), outputs};
		const step = await prepareStep(first.type, async () => {
			if (!hasTemplates(value)) return readStep(value, context);
			return readStep(fillStep(value, await loadNames(service, present, first, outputs)), context);
		});
		const active = Object.keys(present.targetIds).filter(serverId => present.targetIds[serverId]);
		const problems = await runStep(service, step, active, signal);
		if (signal.aborted) break;
		failed ||= problems.size > 0;
		await changeRun(service, runId, latest => addStep(latest, {first, at: clock.now(), active, problems}));
	}
	return failed ? 'FAILED' : 'SUCCEEDED';
}

/** Returns the run at the beginning of a step of its workflow, if it has one. */
export function withStep(run: RunRecord, index: number, startedAt: number): RunRecord {
	if (index >= run.workflow.length) return run;
	const context = {teamId: run.teamId, later: [], outputs: new Map()};
	const {type} = readStep(run.workflow[index], context);
	return {...run, currentStep: {index, type, startedAt, targets: {}}};
}

/** Reads a step. If its templates cannot be filled in, the step does nothing and fails. */
async function prepareStep(type: string, read: () => Promise<ReadStep>): Promise<ReadStep> {
	try {
		return await read();
	} catch (error) {
		return brokenStep(type, error instanceof Error ? error.message : String(error));
	}
}

async function runStep(
	service: ServiceContext,
	step: ReadStep,
	active: string[],
	signal: AbortSignal,
): Promise<Problems> {
	const problems: Problems = new Map();
	const over = new AbortController();
	const deadline = new AbortController();
	void pause(service.clock, step.timeoutMs, AbortSignal.any([signal, over.signal])).then(
		() => deadline.abort(new Error(stepMessages.timeout)),
		() => {},
	);
	const limited = AbortSignal.any([signal, deadline.signal]);
	const attempt = async (id: string, work: () => Promise<void>) => {
		try {
			await work();
		} catch (error) {
			problems.set(id, error instanceof Error ? error.message : String(error));
		}
	};
	await attempt('', async () => step.once?.(service, limited));
	await Promise.all(
		active.map(serverId =>
			attempt(serverId, async () => {
				const server = await service.records.read(({servers}) => servers.get(serverId));
				if (!server) throw new Error(stepMessages.serverGone);
				await step.each?.(service, server, limited);
			}),
		),
	);
	over.abort();
	return problems;
}

/** Changes a run and publishes it. Resolves to undefined if it no longer exists. */
export function changeRun(
	service: ServiceContext,
	runId: string,
	change: (run: RunRecord) => RunRecord,
): Promise<RunRecord | undefined> {
	return service.records.transact(async transaction => {
		const run = await transaction.runs.get(runId);
		return run && putRun(service, transaction, change(run));
	});
}

type Ended = {first: StepRecord; at: number; active: string[]; problems: Problems};

/** Returns the run with a step that has ended. */
function addStep(run: RunRecord, {first, at, active, problems}: Ended): RunRecord {
	// A step that fails as a whole fails on every target.
	const hasFailed = (serverId: string) => problems.has('') || problems.has(serverId);
	const [errorMessage] = problems.values();
	const step: StepRecord = {
		...first,
		finishedAt: at,
		targets: Object.fromEntries(active.map(id => [id, hasFailed(id) ? 'FAILED' : 'SUCCEEDED'])),
		...(errorMessage !== undefined && {errorMessage}),
	};
	const lost = Object.fromEntries(active.filter(hasFailed).map(id => [id, false]));
	return {...run, targetIds: {...run.targetIds, ...lost}, stepHistory: [...run.stepHistory, step]};
}
