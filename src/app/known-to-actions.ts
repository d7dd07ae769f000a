import type {Known} from '../actions/context.ts';
import {nameOf} from '../actions/names.ts';
import {jobTitle} from '../messages/jobs.ts';
import {rollingMessages} from '../messages/power.ts';
import {namedIn, targetsLineIn} from './automations/automations-screen.ts';
import {asKnown} from './automations/automations-state.ts';
import {outline, stepsOutline} from './kernel/screens/outline.ts';
import {busyJob, pendingOn} from './pending.ts';
import {scheduledActionOf} from './servers/scheduled-actions.ts';
import type {State} from './state.ts';

/** Converts the session's data to the form that actions are checked against. */
export const knownToActions = (state: State): Known => ({
	servers: state.fleet.servers,
	team: state.access.team,
	nodes: state.nodes.nodes,
	tasks: state.nodes.tasks,
	readCron: state.automations.readCron,
	automation: id => {
		const found = state.automations.list?.find(({automation}) => automation.id === id);
		return found && asKnown(found);
	},
	automationNames: () =>
		(state.automations.list ?? []).map(({automation}) => ({id: automation.id, names: [automation.name]})),
	outline: {
		targets: ({targets}) => {
			const line = targetsLineIn(state, targets);
			if (line !== undefined) return [line];
			return outline('', targets ?? null, false, namedIn(state)).map(({text}) => text);
		},
		steps: ({workflow}) =>
			Array.isArray(workflow) ? stepsOutline(workflow, false).map(({text}) => text) : [],
	},
	pendingOn: (serverId, now) => pendingOn(state, serverId, now),
	scheduledFor: serverId => scheduledActionOf(state.scheduled, serverId),
	busyWith: serverId => {
		const job = busyJob(state, serverId);
		const server = state.fleet.servers.get(serverId);
		const name = server ? nameOf(server) : serverId;
		return job && rollingMessages.inJob(name, jobTitle(job));
	},
	sentTo: serverId => state.input.history.get(serverId) ?? [],
});
