import {pause} from '../../lib/time/clock.ts';
import {stepMessages} from '../../messages/automations.ts';
import {putRun} from '../records/publish.ts';
import type {ServiceContext} from '../context.ts';
import {isUnfinished, type RunRecord, type StepRecord} from '../records/records.ts';
import {whenAvailable} from '../when-available.ts';
import {isWait, resultOf} from './automation-runner.ts';
import type {Outputs} from '../../automations/expression-names.ts';
import {fillStep, hasTemplates, loadNames} from './step-values.ts';
import {LeftOut} from './step-actions.ts';
import {brokenStep, readStep, type ReadStep} from './steps.ts';

/**
`problems`: the reason of the failure by server id; the empty id stands for the whole step. `skipped`: the servers that the step
leaves out. `durations`: how long it took, ms.
*/
type Outcomes = {problems: Map<string, string>; skipped: Set<string>; durations: Map<string, number>};

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
		const outcomes = await runStep(service, {...step, startedAt}, {active, signal: until, ...progress});
		await progress.written();
		if (signal.aborted) break;
		if (until.aborted) return undefined;
		const note = step.type === 'WEBHOOK' && service.webhook.isSimulated ? stepMessages.simulated : undefined;
		const ended = {first, at: clock.now(), active, outputs, sent: step.sent, note, ...outcomes};
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
	let outcomes: Outcomes | undefined;
	const ended: string[] = [];
	let written = Promise.resolve();
	let isWaiting = false;
	const write = async () => {
		isWaiting = false;
		if (!outcomes) return;
		const fields = outcomeFields(ended, outcomes);
		await changeRun(service, claimed, run =>
			run.currentStep?.index === index && run.stepHistory.length <= index
				? {...run, currentStep: {...run.currentStep, ...fields}}
				: run,
		);
	};
	return {
		onOutcome: (serverId: string, known: Outcomes) => {
			ended.push(serverId);
			outcomes = known;
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
	onOutcome: (serverId: string, outcomes: Outcomes) => void;
};

/** With `atOnce`, servers take turns, and the time limit is that of each turn. */
async function runStep(
	service: ServiceContext,
	step: ReadStep & {startedAt: number},
	{active, signal, onOutcome}: Attempts,
): Promise<Outcomes> {
	const {once, each, timeoutMs, atOnce = active.length} = step;
	const outcomes: Outcomes = {problems: new Map(), skipped: new Set(), durations: new Map()};
	const {problems, skipped, durations} = outcomes;
	const attempt = async (id: string, work: () => Promise<void>) => {
		try {
			await work();
		} catch (error) {
			if (error instanceof LeftOut) skipped.add(id);
			else problems.set(id, error instanceof Error ? error.message : String(error));
		}
	};
	const all = openDeadline(service, step.startedAt + timeoutMs, signal);
	await attempt('', async () => once?.(service, all.signal));
	let left = active.length;
	const end = (serverId: string, limited: AbortSignal) => {
		left--;
		// The end of the step has the others.
		if (left > 0 && each && !limited.aborted) onOutcome(serverId, outcomes);
	};
	const turn = async (serverId: string) => {
		const {clock, records} = service;
		// A wait that another instance continues began before.
		const beganAt = atOnce < active.length ? clock.now() : step.startedAt;
		const own = atOnce < active.length ? openDeadline(service, beganAt + timeoutMs, signal) : all;
		await attempt(serverId, async () => {
			const server = await whenAvailable(service, () => records.read(({servers}) => servers.get(serverId)));
			own.signal.throwIfAborted();
			if (!server) throw new Error(stepMessages.serverGone);
			await each?.(service, server, own.signal);
		});
		if (each) durations.set(serverId, clock.now() - beganAt);
		end(serverId, own.signal);
		if (own !== all) own.close();
	};
	const waiting = [...active];
	const takeTurns = async () => {
		for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift())
			await turn(next);
	};
	await Promise.all(Array.from({length: Math.min(atOnce, active.length)}, takeTurns));
	all.close();
	return outcomes;
}

/** A signal that aborts with `signal`, and at a time with the reason that the step took too long. */
function openDeadline({clock}: ServiceContext, at: number, signal: AbortSignal) {
	const over = new AbortController();
	const deadline = new AbortController();
	void pause(clock, at - clock.now(), AbortSignal.any([signal, over.signal])).then(
		() => deadline.abort(new Error(stepMessages.timeout)),
		() => {},
	);
	return {signal: AbortSignal.any([signal, deadline.signal]), close: () => over.abort()};
}

/** A step that fails as a whole fails on every target. */
const outcomeOf = ({problems, skipped}: Omit<Outcomes, 'durations'>, serverId: string): Outcome =>
	problems.has('') || problems.has(serverId) ? 'FAILED' : skipped.has(serverId) ? 'SKIPPED' : 'SUCCEEDED';

/** Returns the fields of a step for these servers. */
function outcomeFields(
	serverIds: readonly string[],
	outcomes: Outcomes,
): Pick<StepRecord, 'targets' | 'durations' | 'problems'> {
	const of = <Value>(values: ReadonlyMap<string, Value>) =>
		serverIds.flatMap(id => {
			const value = values.get(id);
			return value === undefined ? [] : [[id, value] as const];
		});
	const [durations, problems] = [of(outcomes.durations), of(outcomes.problems)];
	return {
		targets: Object.fromEntries(serverIds.map(id => [id, outcomeOf(outcomes, id)])),
		...(durations.length > 0 && {durations: Object.fromEntries(durations)}),
		...(problems.length > 0 && {problems: Object.fromEntries(problems)}),
	};
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

type Ended = Outcomes & {
	first: StepRecord;
	at: number;
	active: string[];
	outputs: Outputs;
	sent: string | undefined;
	note: string | undefined;
};

/** Returns the run with a step that has ended. */
function addStep(run: RunRecord, {first, at, active, outputs, sent, note, ...outcomes}: Ended): RunRecord {
	if (run.stepHistory.length > first.index) return run;
	const [errorMessage] = outcomes.problems.values();
	const {targets, ...others} = outcomeFields(active, outcomes);
	const step: StepRecord = {
		...first,
		finishedAt: at,
		targets,
		...others,
		...(errorMessage !== undefined && {errorMessage}),
		...(sent !== undefined && {sent}),
		...(note !== undefined && errorMessage === undefined && {note}),
	};
	const lost = active.filter(id => targets[id] !== 'SUCCEEDED').map(id => [id, false] as const);
	const answers = [...outputs].map(([name, texts]): [string, [string, string][]] => [name, [...texts]]);
	return {
		...run,
		targetIds: {...run.targetIds, ...Object.fromEntries(lost)},
		stepHistory: [...run.stepHistory, step],
		...(answers.length > 0 && {outputs: answers}),
	};
}
