import {templateFields} from '../../contract/automation-steps.ts';
import {isoTime} from '../../lib/time/iso-time.ts';
import type {ServiceContext} from '../context.ts';
import type {AutomationRecord, RunRecord, ServerRecord, StepRecord} from '../records/records.ts';
import {fill} from './expression/parse.ts';

/** Answers to RCON steps with a `var`, by variable name and server id. */
export type Outputs = Map<string, Map<string, string>>;

/** Returns the step with its templates filled in. Throws if one is invalid. */
export function fillStep(step: unknown, names: Readonly<Record<string, unknown>>): unknown {
	if (!isObject(step)) return step;
	const fields = Object.entries(step).map(([name, value]) => [
		name,
		isTemplate(name, value) ? fill(value, names) : value,
	]);
	return Object.fromEntries(fields);
}

export const hasTemplates = (step: unknown): boolean =>
	isObject(step) && Object.entries(step).some(([name, value]) => isTemplate(name, value));

const isObject = (step: unknown): step is Record<string, unknown> =>
	step !== null && typeof step === 'object' && !Array.isArray(step);

const isTemplate = (name: string, value: unknown): value is string =>
	templateFields.has(name) && typeof value === 'string' && value.includes('{');

/** Returns true if a template of these steps reads the answer of an RCON step. */
export function isRead(variable: string, steps: readonly unknown[]): boolean {
	const text = JSON.stringify(steps);
	return [`'${variable}'`, String.raw`\"${variable}\"`].some(name => text.includes(`outputs.rcon(${name})`));
}

/** Loads the values of names in expressions of this step of the run. (public documentation: AEL, values) */
export async function loadNames(
	{records, clock}: Pick<ServiceContext, 'records' | 'clock'>,
	run: RunRecord,
	step: StepRecord,
	outputs: Outputs,
) {
	const read = await records.read(async reading => ({
		automation: await reading.automations.get(run.automationId),
		team: await reading.teams.get(run.teamId),
		servers: await reading.servers.ofTeam(run.teamId),
	}));
	return namesOf({...read, run, step, outputs, now: clock.now()});
}

type NameSources = {
	automation: Omit<AutomationRecord, 'targets' | 'workflow' | 'trigger' | 'runTimeoutSec'> | undefined;
	team: {name: string} | undefined;
	servers: readonly Pick<ServerRecord, 'id' | 'displayName'>[];
	run: RunRecord;
	step: StepRecord;
	outputs: Outputs;
	now: number;
};

function namesOf({automation, team, servers, run, step, outputs, now}: NameSources) {
	const nowIso = isoTime(now);
	return {
		teamName: team?.name ?? null,
		nowIso,
		epoch: Math.floor(now / 1000),
		date: nowIso.slice(0, 10),
		timeHms: nowIso.slice(11, 19),
		automation: automation
			? {
					id: automation.id,
					teamId: automation.teamId,
					name: automation.name,
					description: automation.description,
					enabled: automation.enabled,
					createdAt: isoTime(automation.createdAt),
					updatedAt: isoTime(automation.updatedAt),
				}
			: null,
		run: {
			id: run.id,
			automationId: run.automationId,
			teamId: run.teamId,
			status: run.status,
			createdAt: isoTime(run.createdAt),
			startedAt: run.startedAt === undefined ? null : isoTime(run.startedAt),
			finishedAt: null,
			workflowSize: run.workflow.length,
		},
		step: {
			index: step.index,
			indexHuman: step.index + 1,
			type: step.type,
			startedAt: isoTime(step.startedAt),
			finishedAt: null,
		},
		targets: targetsIn(servers, run),
		outputs: {rcon: (name: unknown) => outputIn(outputs.get(String(name)))},
	};
}

/** Returns values of every name, as in a run on one server, to check expressions without a run. */
export function sampleNames(now: number) {
	const run: RunRecord = {
		id: 'run',
		automationId: 'automation',
		teamId: 'team',
		status: 'RUNNING',
		createdAt: now,
		startedAt: now,
		targetIds: {server: true},
		stepHistory: [],
		cancelRequested: false,
		workflow: [],
		runTimeoutSec: 60,
	};
	const {id, teamId} = {id: 'automation', teamId: 'team'};
	return namesOf({
		automation: {
			id,
			teamId,
			name: 'Automation',
			description: '',
			enabled: true,
			createdAt: now,
			updatedAt: now,
		},
		team: {name: 'Team'},
		servers: [{id: 'server', displayName: 'Server'}],
		run,
		step: {index: 0, type: 'RCON', startedAt: now, targets: {}},
		outputs: new Map(),
		now,
	});
}

function targetsIn(servers: NameSources['servers'], {targetIds, stepHistory}: RunRecord) {
	const names = new Map(servers.map(({id, displayName}) => [id, displayName]));
	const nameById = (id: unknown) => names.get(String(id)) ?? null;
	const group = (ids: string[]) => ({ids, names: ids.map(nameById), size: ids.length, count: ids.length});
	const all = Object.keys(targetIds);
	const last = stepHistory.at(-1)?.targets ?? {};
	return {
		all: group(all),
		active: group(all.filter(id => targetIds[id])),
		succeeded: group(all.filter(id => targetIds[id] && last[id] === 'SUCCEEDED')),
		failed: group(all.filter(id => stepHistory.some(({targets}) => targets[id] === 'FAILED'))),
		nameById,
	};
}

function outputIn(heard = new Map<string, string>()) {
	return {
		responses: [...heard.values()],
		byId: (id: unknown) => {
			const response = heard.get(String(id));
			return {response: response ?? null, present: response !== undefined};
		},
	};
}
