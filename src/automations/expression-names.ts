import type {ByName} from '../lib/json/maps.ts';
import {isoTime} from '../lib/time/ago.ts';

/** Answers to RCON steps with a `var`, by variable name and server id. */
export type Outputs = Map<string, Map<string, string>>;

/** Times are epoch ms. */
type NameSources = {
	automation:
		| {
				id: string;
				teamId: string;
				name: string;
				description: string;
				enabled: boolean;
				createdAt: number;
				updatedAt: number;
		  }
		| undefined;
	team: {name: string} | undefined;
	servers: readonly {id: string; displayName: string}[];
	run: {
		id: string;
		automationId: string;
		teamId: string;
		status: string;
		createdAt: number;
		startedAt?: number;
		/** Whether a server still takes part. */
		targetIds: Readonly<ByName<boolean>>;
		stepHistory: readonly {targets: Readonly<ByName<unknown>>}[];
		workflow: readonly unknown[];
	};
	step: {index: number; type: string; startedAt: number};
	outputs: Outputs;
	now: number;
};

/** Returns the values of names in the expressions of a step. (public documentation: AEL, values) */
export function namesOf({automation, team, servers, run, step, outputs, now}: NameSources) {
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
export const sampleNames = (now: number) =>
	namesOf({
		automation: {
			id: 'automation',
			teamId: 'team',
			name: 'Automation',
			description: '',
			enabled: true,
			createdAt: now,
			updatedAt: now,
		},
		team: {name: 'Team'},
		servers: [{id: 'server', displayName: 'Server'}],
		run: {
			id: 'run',
			automationId: 'automation',
			teamId: 'team',
			status: 'RUNNING',
			createdAt: now,
			startedAt: now,
			targetIds: {server: true},
			stepHistory: [],
			workflow: [],
		},
		step: {index: 0, type: 'RCON', startedAt: now},
		outputs: new Map(),
		now,
	});

function targetsIn(servers: NameSources['servers'], {targetIds, stepHistory}: NameSources['run']) {
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
