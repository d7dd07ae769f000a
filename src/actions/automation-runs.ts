import {type GameServer, placeholderServer} from '../contract/models/server.ts';
import {automationMessages as messages} from '../messages/automations.ts';
import {action} from './action.ts';
import {serverWords} from './command-line.ts';
import {nameOfSubject, type ActionContext} from './context.ts';
import {textField} from './fields.ts';
import {findNamed, lookupProblem} from './find-named.ts';
import {nameOf, namesOf} from './names.ts';
import {request} from './request.ts';
import {triggerRisk} from './risk.ts';
import {automationWord} from './automations.ts';

/** Returns the named servers without duplicates, or why a name has no match. */
function namedServers(
	text: string | undefined,
	{known}: ActionContext,
): {servers: GameServer[]} | {problem: string} {
	const servers = new Map<string, GameServer>();
	for (const name of (text ?? '').split(',').map(part => part.trim())) {
		if (name === '') continue;
		const found = findNamed([...known.servers.values()].map(namesOf), name);
		if (!('id' in found)) return {problem: lookupProblem('server', name, found)};
		servers.set(found.id, known.servers.get(found.id) ?? placeholderServer(found.id));
	}
	return {servers: [...servers.values()]};
}

const maxSteps = 8;

const playersOf = ({onlinePlayers}: GameServer) =>
	onlinePlayers === undefined ? undefined : Math.max(0, onlinePlayers);

/** (Specification: `POST /automation/{automationId}/trigger/manual`) */
export const triggerAutomation = action({
	id: 'trigger-automation',
	target: 'automation',
	command: {isHarmless: true, answers: 'runs'},
	permission: 'MANAGE_AUTOMATIONS',
	title: ({subject}) => messages.trigger.title(subject?.name),
	targetLabel: ({subject}) => messages.trigger.target(subject?.name),
	fields: {
		targets: {
			...textField(
				messages.trigger.targets.label,
				messages.trigger.targets.hint,
				messages.trigger.targets.emptyIsOwn,
			),
			position: {option: '--target <server...>', help: messages.trigger.targets.help},
			sentAs: ['targetIds'],
			offers: ({known}: ActionContext) => [...known.servers.values()].map(nameOf),
			write: (text: string | undefined, context: ActionContext) => {
				const named = namedServers(text, context);
				const ids = 'servers' in named ? named.servers.map(({id}) => id) : [];
				return ids.length === 0 ? undefined : serverWords(context.known.servers, ids);
			},
		},
	},
	problems: ({targets}, context) => {
		const named = namedServers(targets, context);
		return {targets: 'problem' in named ? named.problem : undefined};
	},
	plan: ({targets}, context) => {
		const {subject, known} = context;
		const automationId = subject?.id ?? '';
		const automation = known.automation(automationId);
		const own = automation?.record ?? {};
		const named = namedServers(targets, context);
		const servers = 'servers' in named ? named.servers : [];
		const chosen = servers.map(server =>
			messages.trigger.server(nameOf(server), server.state, playersOf(server)),
		);
		const steps = known.outline.steps(own);
		return {
			requests: [
				request('triggerAutomation', {
					automationId,
					...(servers.length > 0 && {targetIds: servers.map(({id}) => id)}),
				}),
			],
			targets: () => [automationWord(context, automationId)],
			effect: [
				steps.length === 0 ? messages.trigger.stepsNotKnown : messages.trigger.effect(steps.length),
				...(automation?.enabled === false ? [messages.trigger.disabled] : []),
			],
			rows: [
				{
					label: messages.trigger.runsOn,
					lines: chosen.length > 0 ? chosen : known.outline.targets(own),
					tone: 'plain',
				},
				{label: messages.trigger.steps, lines: steps.slice(0, maxSteps), tone: 'plain'},
			],
			risk: triggerRisk(own['workflow']),
			refresh: 'runs',
			summary: messages.trigger.summary(subject?.name),
			input: {
				automationId,
				...(servers.length > 0 && {targetIds: servers.map(({id}) => id)}),
				...nameOfSubject(context),
			},
		};
	},
});

/** Asks a run to end. Needs a service that can cancel runs. */
export const cancelRun = action({
	id: 'cancel-run',
	target: 'run',
	permission: 'MANAGE_AUTOMATIONS',
	title: ({subject}) => messages.cancelRun.title(subject?.name),
	targetLabel: ({subject}) => messages.cancelRun.target(subject?.name),
	fields: {},
	plan: (_, {subject}) => ({
		requests: [request('cancelRun', {runId: subject?.id ?? ''})],
		targets: () => [subject?.id ?? ''],
		effect: [messages.cancelRun.effect],
		risk: 'review',
		refresh: 'runs',
		summary: messages.cancelRun.summary(subject?.name),
		input: {runId: subject?.id ?? '', ...nameOfSubject({subject})},
	}),
});

export const runActions = [triggerAutomation, cancelRun] as const;
