import {pause} from '../../lib/clock.ts';
import {stepMessages} from '../../messages/service-automations.ts';
import {setRun} from '../publish.ts';
import type {ServiceContext} from '../context.ts';
import type {RunRecord, StepRecord} from '../records.ts';
import {fillStep, namesOf, type Outputs} from './step-values.ts';
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
	const {store, clock} = service;
	const outputs: Outputs = new Map();
	let failed = false;
	const workflow = store.runs.get(runId)?.workflow ?? [];
	for (const [index, value] of workflow.entries()) {
		const run = store.runs.get(runId);
		if (!run || signal.aborted) break;
		const context = {teamId: run.teamId, later: workflow.slice(index + 1), outputs};
		const {type} = readStep(value, context);
		const first: StepRecord = {index, type, startedAt: clock.now(), targets: {}};
		setRun(service, {...run, currentStep: first});
		const step = prepareStep(type, () => {
			const names = () => namesOf(service, run, first, outputs);
			return readStep(fillStep(value, names), context);
		});
		const active = Object.keys(run.targetIds).filter(serverId => run.targetIds[serverId]);
		const problems = await runStep(service, step, active, signal);
		if (signal.aborted) break;
		failed ||= problems.size > 0;
		keepStep(service, runId, first, active, problems);
	}
	return failed ? 'FAILED' : 'SUCCEEDED';
}

/** Reads a step. If its templates cannot be filled in, the step does nothing and fails. */
function prepareStep(type: string, read: () => ReadStep): ReadStep {
	try {
		return read();
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
				const server = service.store.servers.get(serverId);
				if (!server) throw new Error(stepMessages.serverGone);
				await step.each?.(service, server, limited);
			}),
		),
	);
	over.abort();
	return problems;
}

function keepStep(
	service: ServiceContext,
	runId: string,
	first: StepRecord,
	active: string[],
	problems: Problems,
): void {
	const run = service.store.runs.get(runId);
	if (!run) return;
	// A step that fails as a whole fails on every target.
	const hasFailed = (serverId: string) => problems.has('') || problems.has(serverId);
	const [errorMessage] = problems.values();
	const step: StepRecord = {
		...first,
		finishedAt: service.clock.now(),
		targets: Object.fromEntries(active.map(id => [id, hasFailed(id) ? 'FAILED' : 'SUCCEEDED'])),
		...(errorMessage !== undefined && {errorMessage}),
	};
	const lost = Object.fromEntries(active.filter(hasFailed).map(id => [id, false]));
	const next: RunRecord = {
		...run,
		targetIds: {...run.targetIds, ...lost},
		stepHistory: [...run.stepHistory, step],
	};
	setRun(service, next);
}
