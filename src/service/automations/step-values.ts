import type {ServiceContext} from '../context.ts';
import type {RunRecord, StepRecord} from '../records.ts';
import {iso} from '../views.ts';
import {fill} from './expression/fill.ts';

/** Answers to RCON steps with a `var`, by variable name and server id. */
export type Outputs = Map<string, Map<string, string>>;

/** The fields of a step that hold templates. (public documentation: AEL, usable in) */
const templates = new Set(['command', 'title', 'message', 'content', 'backupName']);

/** Returns the step with its templates filled in. Throws if one is invalid. */
export function fillStep(step: unknown, names: () => Readonly<Record<string, unknown>>): unknown {
	if (step === null || typeof step !== 'object' || Array.isArray(step)) return step;
	const fields = Object.entries(step).map(([name, value]: [string, unknown]) => {
		const isTemplate = templates.has(name) && typeof value === 'string' && value.includes('{');
		return [name, isTemplate ? fill(value, names()) : value];
	});
	return Object.fromEntries(fields);
}

/** Returns true if a template of these steps reads the answer of an RCON step. */
export function isRead(variable: string, steps: readonly unknown[]): boolean {
	const text = JSON.stringify(steps);
	return [`'${variable}'`, String.raw`\"${variable}\"`].some(name => text.includes(`outputs.rcon(${name})`));
}

/** Returns the values of names in expressions of this step of the run. (public documentation: AEL, values) */
export function namesOf(service: ServiceContext, run: RunRecord, step: StepRecord, outputs: Outputs) {
	const {store, clock} = service;
	const nowIso = iso(clock.now());
	const automation = store.automations.get(run.automationId);
	return {
		teamName: store.teams.get(run.teamId)?.name ?? null,
		nowIso,
		epoch: Math.floor(clock.now() / 1000),
		date: nowIso.slice(0, 10),
		timeHms: nowIso.slice(11, 19),
		automation: automation
			? {
					id: automation.id,
					teamId: automation.teamId,
					name: automation.name,
					description: automation.description,
					enabled: automation.enabled,
					createdAt: iso(automation.createdAt),
					updatedAt: iso(automation.updatedAt),
				}
			: null,
		run: {
			id: run.id,
			automationId: run.automationId,
			teamId: run.teamId,
			status: run.status,
			createdAt: iso(run.createdAt),
			startedAt: run.startedAt === undefined ? null : iso(run.startedAt),
			finishedAt: null,
			workflowSize: run.workflow.length,
		},
		step: {
			index: step.index,
			indexHuman: step.index + 1,
			type: step.type,
			startedAt: iso(step.startedAt),
			finishedAt: null,
		},
		targets: targetsIn(service, run),
		outputs: {rcon: (name: unknown) => outputIn(outputs.get(String(name)))},
	};
}

function targetsIn({store}: ServiceContext, {targetIds, stepHistory}: RunRecord) {
	const nameById = (id: unknown) => store.servers.get(String(id))?.displayName ?? null;
	const group = (ids: string[]) => ({ids, names: ids.map(nameById), size: ids.length, count: ids.length});
	const all = Object.keys(targetIds);
	const last = stepHistory.at(-1)?.targets ?? {};
	return {
		all: group(all),
		active: group(all.filter(id => targetIds[id])),
		succeeded: group(all.filter(id => targetIds[id] && last[id] === 'SUCCEEDED')),
		failed: group(all.filter(id => !targetIds[id])),
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
