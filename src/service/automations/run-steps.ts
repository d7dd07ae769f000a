import {pause} from '../../lib/time/clock.ts';
import {stepMessages} from '../../messages/automations.ts';
import {putRun} from '../records/publish.ts';
import type {ServiceContext} from '../context.ts';
import {isUnfinished, type RunRecord, type StepRecord} from '../records/records.ts';
import {whenAvailable} from '../when-available.ts';
import {isWait, resultOf} from './automation-runner.ts';
import {fillStep, hasTemplates, loadNames, type Outputs} from './step-values.ts';
import {brokenStep, readStep, type ReadStep} from './steps.ts';

/** The reason of the failure by server id. The empty id stands for the whole step. */
type Problems = Map<string, string>;

/**
Runs the steps of a claimed run in order, from the one after those of its history. A target on which a step fails is
excluded from later steps, and the run continues without it. (public documentation: Automations, semantics) `leaving` ends
a wait and starts no further step; the result is then undefined.
*/
export async function runSteps(
	service: ServiceContext,
	claimed: RunRecord,
	{signal, leaving}: {signal: AbortSignal; leaving: AbortSignal},
): Promise<'SUCCEEDED' | 'FAILED' | undefined> {
	const {clock} = service;
	const outputs: Outputs = new Map(claimed.outputs?.map(([name, texts]) => [name, new Map(texts)]));
	const {teamId, workflow} = claimed;
	let run: RunRecord | undefined = claimed;
	for (let index = claimed.stepHistory.length; index < workflow.length; index++) {
		if (run?.currentStep?.index !== index) {
			if (leaving.aborted) return undefined;
			run = await changeRun(service, claimed, latest => withStep(latest, index, clock.now()));
		}
		const present: RunRecord | undefined = run;
		const first = present?.currentStep;
		if (!first || signal.aborted) break;
		const until = isWait(first) ? AbortSignal.any([signal, leaving]) : signal;
		const value = workflow[index];
		const {startedAt} = first;
		const context = {teamId, later: workflow.slice(index + 1), outputs, startedAt};
		const step = await prepareStep(first.type, async () => {
			if (!hasTemplates(value)) return readStep(value, context);
			return readStep(fillStep(value, await loadNames(service, present, first, outputs)), context);
		});
		const active = Object.keys(present.targetIds).filter(serverId => present.targetIds[serverId]);
		const progress = openProgress(service, claimed, index);
		const problems = await runStep(service, {...step, startedAt}, {active, signal: until, ...progress});
		await progress.written();
		if (signal.aborted) break;
		if (until.aborted) return undefined;
		const ended = {first, at: clock.now(), active, problems, outputs};
		run = await changeRun(service, claimed, latest => addStep(latest, ended));
	}
	return resultOf(run?.stepHistory ?? []);
}

/** Returns the run at the beginning of a step of its workflow, if it has one. */
export function withStep(run: RunRecord, index: number, startedAt: number): RunRecord {
	if (index >= run.workflow.length) return run;
	const context = {teamId: run.teamId, later: [], outputs: new Map(), startedAt};
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

type Outcome = StepRecord['targets'][string];

/** Shows the outcome on each server while others are still in progress. Those of the same moment become one change. */
function openProgress(service: ServiceContext, claimed: RunRecord, index: number) {
	const outcomes = new Map<string, Outcome>();
	let written = Promise.resolve();
	let isWaiting = false;
	const write = async () => {
		isWaiting = false;
		const targets = Object.fromEntries(outcomes);
		await changeRun(service, claimed, run =>
			run.currentStep?.index === index && run.stepHistory.length <= index
				? {...run, currentStep: {...run.currentStep, targets}}
				: run,
		);
	};
	return {
		onOutcome: (serverId: string, outcome: Outcome) => {
			outcomes.set(serverId, outcome);
			if (isWaiting) return;
			isWaiting = true;
			written = written.then(write);
			// `written` rejects too.
			written.catch(() => {});
		},
		written: () => written,
	};
}

type Attempts = {
	active: readonly string[];
	signal: AbortSignal;
	onOutcome: (serverId: string, outcome: Outcome) => void;
};

async function runStep(
	service: ServiceContext,
	step: ReadStep & {startedAt: number},
	{active, signal, onOutcome}: Attempts,
): Promise<Problems> {
	const problems: Problems = new Map();
	const over = new AbortController();
	const deadline = new AbortController();
	const leftMs = step.startedAt + step.timeoutMs - service.clock.now();
	void pause(service.clock, leftMs, AbortSignal.any([signal, over.signal])).then(
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
	let left = active.length;
	const end = (serverId: string) => {
		left--;
		// The end of the step has the others.
		if (left > 0 && step.each && !limited.aborted)
			onOutcome(serverId, problems.has(serverId) ? 'FAILED' : 'SUCCEEDED');
	};
	await Promise.all(
		active.map(async serverId => {
			await attempt(serverId, async () => {
				const read = () => service.records.read(({servers}) => servers.get(serverId));
				const server = await whenAvailable(service, read);
				limited.throwIfAborted();
				if (!server) throw new Error(stepMessages.serverGone);
				await step.each?.(service, server, limited);
			});
			end(serverId);
		}),
	);
	over.abort();
	return problems;
}

/**
Changes a run of this instance and publishes it. Resolves to undefined if it no longer exists, has ended or belongs to
another instance, because the others took this one for dead. Doing `change` twice must do it once; see `whenAvailable`.
*/
export function changeRun(
	service: ServiceContext,
	{id, claimedBy}: Pick<RunRecord, 'id' | 'claimedBy'>,
	change: (run: RunRecord) => RunRecord,
): Promise<RunRecord | undefined> {
	const once = () =>
		service.records.transact(async transaction => {
			const run = await transaction.runs.get(id);
			if (!run || !isUnfinished(run) || run.claimedBy !== claimedBy) return undefined;
			return putRun(service, transaction, change(run));
		});
	return whenAvailable(service, once);
}

type Ended = {first: StepRecord; at: number; active: string[]; problems: Problems; outputs: Outputs};

/** Returns the run with a step that has ended. */
function addStep(run: RunRecord, {first, at, active, problems, outputs}: Ended): RunRecord {
	if (run.stepHistory.length > first.index) return run;
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
	const answers = [...outputs].map(([name, texts]): [string, [string, string][]] => [name, [...texts]]);
	return {
		...run,
		targetIds: {...run.targetIds, ...lost},
		stepHistory: [...run.stepHistory, step],
		...(answers.length > 0 && {outputs: answers}),
	};
}
