import {targetsOf} from '../contract/automation-targets.ts';
import {isUp} from '../contract/states.ts';
import type {ServiceContext} from '../service/context.ts';
import {openTrigger} from '../service/automations/triggers.ts';
import {Refusal} from '../service/http/refusal.ts';
import type {AutomationRecord, RunRecord, StepRecord} from '../service/records/records.ts';
import {type Change, firesOf, otherStepsMs, restartMs, restartsOf, stateAt} from './past-changes.ts';
import {historyMinutes, minuteMs} from './story.ts';

/** Of each automation. */
const maxRuns = 30;

type Start = {at: number; sourceId?: string};

/** Adds the runs of an automation that would have been started in the last hours. */
export function seedRuns(
	service: ServiceContext,
	automation: AutomationRecord,
	changes: readonly Change[],
	now: number,
): void {
	for (const start of startsOf(service, automation, changes, now).slice(-maxRuns)) {
		const run = runOf(service, automation, changes, start);
		if ((run.finishedAt ?? now) < now) service.store.runs.put(run);
	}
}

function startsOf(
	{store}: ServiceContext,
	automation: AutomationRecord,
	changes: readonly Change[],
	now: number,
): Start[] {
	const from = now - historyMinutes * minuteMs;
	const trigger = openTrigger(automation.trigger);
	if (trigger.kind === 'state' && automation.enabled)
		return changes
			.filter(({serverId, at, ...change}) => {
				const server = store.servers.get(serverId);
				return at >= from && server && trigger.matches({...change, server});
			})
			.map(({serverId: sourceId, at}) => ({at, sourceId}));
	const restarts = restartsOf(automation, now);
	if (restarts.length > 0) return restarts.map(({firedAt}) => ({at: firedAt}));
	// Reading a schedule takes long.
	const recent = firesOf(automation, now - maxRuns * minuteMs, now);
	return (recent.length < maxRuns ? firesOf(automation, from, now) : recent).map(at => ({at}));
}

function runOf(
	{store, newId, random}: ServiceContext,
	{id: automationId, teamId, workflow, runTimeoutSec, targets: selector, trigger}: AutomationRecord,
	changes: readonly Change[],
	{at, sourceId}: Start,
): RunRecord {
	const servers = store.servers.all().map(server => ({...server, state: stateAt(changes, server.id, at)}));
	const targets = targetsOf(selector, servers, sourceId);
	const active = new Set(targets);
	let end = at;
	const stepHistory = workflow.map((value, index): StepRecord => {
		const {type = 'RCON', seconds = 0} = value as {type?: string; seconds?: number};
		const startedAt = end;
		// Together less than `otherStepsMs`.
		end += 80 + Math.floor(200 * random());
		if (type === 'WAIT') end = startedAt + 1000 * seconds;
		if (type === 'RESTART') end = startedAt + otherStepsMs + restartMs;
		const outcomes = [...active].map(serverId => {
			const isRefused = type === 'RCON' && !isUp(stateAt(changes, serverId, startedAt));
			return [serverId, isRefused ? 'FAILED' : 'SUCCEEDED'] as const;
		});
		const failed = outcomes.flatMap(([serverId, outcome]) => (outcome === 'FAILED' ? [serverId] : []));
		for (const serverId of failed) active.delete(serverId);
		const {message} = new Refusal('server.is_not_online');
		return {
			index,
			type,
			startedAt,
			finishedAt: end,
			targets: Object.fromEntries(outcomes),
			...(failed.length > 0 && {
				errorMessage: message,
				problems: Object.fromEntries(failed.map(id => [id, message])),
			}),
		};
	});
	return {
		id: newId(),
		automationId,
		teamId,
		status: active.size < targets.length ? 'FAILED' : 'SUCCEEDED',
		createdAt: at,
		...(openTrigger(trigger).kind === 'cron' && {scheduledFireAt: at}),
		startedAt: at,
		finishedAt: end,
		targetIds: Object.fromEntries(targets.map(serverId => [serverId, active.has(serverId)])),
		stepHistory,
		cancelRequested: false,
		workflow,
		runTimeoutSec,
	};
}
