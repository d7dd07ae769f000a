import {endpoints} from '../../contract/endpoints/index.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {requestOf} from '../../contract/request.ts';
import {readRecentRuns} from '../actions/automations.ts';
import {triggerFriction} from '../friction.ts';
import {outline, stepsOutline} from '../screens/outline.ts';
import {namedIn} from '../screens/automation-facts.ts';
import {findNamed, whyNone} from '../find-named.ts';
import {nameOf, namesOf} from '../list/order.ts';
import {automationWord, knownOf, sourceOf} from './automation-edit.ts';
import {line} from './fields.ts';
import {form, thingName, type About} from './form.ts';
import {goneServer} from './gone-server.ts';
import {asRequest, commandLine, serverWords} from './same-as.ts';
import {plural} from '../../lib/plural.ts';

const serversIn = ({state}: About) => [...state.fleet.servers.values()];

/** The servers that are named, each once, or why a name means none. */
function namedServers(text: string | undefined, about: About): {servers: GameServer[]} | {problem: string} {
	const servers = new Map<string, GameServer>();
	for (const name of (text ?? '').split(',').map(part => part.trim())) {
		if (name === '') continue;
		const all = serversIn(about);
		const found = findNamed(all.map(namesOf), name);
		if (!('id' in found)) return {problem: whyNone('server', name, found)};
		servers.set(found.id, all.find(({id}) => id === found.id) ?? goneServer(found.id));
	}
	return {servers: [...servers.values()]};
}

/** (Specification: `POST /automation/{automationId}/trigger/manual`) */
export const triggerForm = form({
	id: 'trigger',
	verb: 'Trigger',
	operation: undefined,
	title: ({thing}) => `Trigger ${thing?.name ?? 'an automation'}`,
	target: ({thing}) => `a run of ${thing?.name ?? 'an automation'} of`,
	fields: {
		targets: {
			...line('Servers', 'names with commas between them; empty means its own targets'),
			sentAs: ['targetIds'],
			offers: (about: About) => serversIn(about).map(nameOf),
		},
	},
	problems: ({targets}, about) => {
		const named = namedServers(targets, about);
		return {targets: 'problem' in named ? named.problem : undefined};
	},
	plan: ({targets}, about) => {
		const known = knownOf(about);
		const own = known ? sourceOf(known) : {};
		const named = namedServers(targets, about);
		const servers = 'servers' in named ? named.servers : [];
		const automationId = about.thing?.id ?? '';
		const input = {automationId, ...(servers.length > 0 && {targetIds: servers.map(({id}) => id)})};
		const chosen = servers.map(
			server => `${nameOf(server)}: ${server.state ?? 'no state'}, ${playersOf(server)}`,
		);
		const steps = Array.isArray(own['workflow']) ? stepsOutline(own['workflow'], false) : [];
		return {
			requests: [requestOf(endpoints.triggerAutomation, input)],
			effect: [
				steps.length === 0
					? 'Its steps are not known.'
					: `A run begins at once, with ${plural(steps.length, 'step')}.`,
				...(known?.automation.enabled === false ? ['It is off: this runs it all the same, once.'] : []),
			],
			more: [
				{
					label: 'Runs on',
					lines:
						chosen.length > 0
							? chosen
							: outline('', own['targets'] ?? null, false, namedIn(about.state)).map(({text}) => text),
					tone: 'plain',
				},
				{label: 'Steps', lines: steps.map(({text}) => text).slice(0, mostSteps), tone: 'plain'},
			],
			sameAs: commandLine(about.settings, [
				'automations',
				'trigger',
				'--yes',
				...(servers.length === 0
					? []
					: [
							'--target',
							...serverWords(
								about.state,
								servers.map(({id}) => id),
							),
							'--',
						]),
				automationWord(about, automationId),
			]),
			friction: triggerFriction(own['workflow']),
			send: async (api, services) => {
				await api.triggerAutomation(input);
				void readRecentRuns(services, new AbortController().signal);
			},
			action: {action: 'trigger-automation', input: {...input, ...thingName(about)}},
		};
	},
});

const mostSteps = 8;

const playersOf = ({onlinePlayers}: GameServer) =>
	onlinePlayers === undefined ? 'players not known' : plural(Math.max(0, onlinePlayers), 'player');

/** Asks a run to end, where the service lets runs be cancelled. */
export const cancelRunForm = form({
	id: 'cancel-run',
	verb: 'Cancel the run',
	operation: undefined,
	title: ({thing}) => `Cancel ${thing?.name ?? 'a run'}`,
	target: ({thing}) => `${thing?.name ?? 'a run'} of`,
	fields: {},
	plan: (_, {thing, settings}) => {
		const input = {runId: thing?.id ?? ''};
		const request = requestOf(endpoints.cancelRun, input);
		return {
			requests: [request],
			effect: ['It is asked to end: the step under way may still finish, the rest is not begun.'],
			sameAs: asRequest(settings, request),
			friction: 'review',
			send: async (api, services) => {
				await api.cancelRun(input);
				void readRecentRuns(services, new AbortController().signal);
			},
			action: {action: 'cancel-run', input: {...input, ...thingName({thing})}},
		};
	},
});
