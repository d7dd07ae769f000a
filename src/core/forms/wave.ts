import type {GameServer} from '../../contract/models/server.ts';
import {runWave, type Wave} from '../actions/wave.ts';
import {compareNames, nameOf, nodeOf} from '../list/order.ts';
import {operationBlocked} from '../rules.ts';
import {isOver, type JobsState} from '../state/jobs.ts';
import {whole} from './fields.ts';
import {form, type About, type Form, type Plan} from './form.ts';
import {messagePreview} from './players-hear.ts';
import {powerRequest, powerWords, type PowerAct, type PowerValues} from './power-request.ts';
import {delayField, forceField, messageField, silent} from './power.ts';

type Values = PowerValues & {atOnce: number; deadline: number};

const words: Record<
	PowerAct,
	{verb: string; past: string; expects: string; gate: NonNullable<Wave['gate']>}
> = {
	restart: {
		verb: 'Restart',
		past: 'restarted',
		expects: 'STOPPING',
		gate: {phase: 'online', probed: true, leaves: true},
	},
	stop: {
		verb: 'Stop',
		past: 'stopped',
		expects: 'STOPPING',
		gate: {phase: 'offline', probed: false, leaves: false},
	},
	start: {
		verb: 'Start',
		past: 'started',
		expects: 'INITIALIZING',
		gate: {phase: 'online', probed: true, leaves: false},
	},
};

const atOnce = whole('At once', 'how many at the same time; empty means 1', {least: 1, most: 20, empty: 1});
const deadline = whole('Deadline', 'minutes until one counts as not come back; empty means 5', {
	least: 1,
	most: 120,
	empty: 5,
});

/** Those with the fewest players first, and from node to node, so that no node carries two at once if it can be. */
export function waveOrder(servers: readonly GameServer[]): GameServer[] {
	const players = ({onlinePlayers}: GameServer) => Math.max(0, onlinePlayers ?? 0);
	const byNode = Map.groupBy(
		servers.toSorted((a, b) => players(a) - players(b) || compareNames(nameOf(a), nameOf(b))),
		nodeOf,
	);
	const turns = [...byNode.values()].flatMap(of => of.map((server, turn) => ({server, turn})));
	return turns
		.toSorted((a, b) => a.turn - b.turn || players(a.server) - players(b.server))
		.map(({server}) => server);
}

/** A server that another wave has not done with is left to that one. */
function underWay(jobs: JobsState, server: GameServer): string | undefined {
	const job = jobs.find(
		({status, steps}) =>
			(status === 'running' || status === 'paused') &&
			steps.some(step => step.serverId === server.id && !isOver(step)),
	);
	return job && `${nameOf(server)} is in "${job.title}", which is not over. o shows it.`;
}

const mostListed = 12;

/** Who comes when, how each is now, and what is left out and why. */
function preflight(
	act: PowerAct,
	{force = false}: PowerValues,
	{servers, state}: About,
): {ready: GameServer[]; rows: NonNullable<Plan['more']>} {
	const blocked = servers.flatMap(server => {
		const reason = underWay(state.jobs, server) ?? operationBlocked(force ? 'force-stop' : act, server);
		return reason === undefined ? [] : [{server, reason}];
	});
	const out = new Set(blocked.map(({server}) => server));
	const ready = waveOrder(servers.filter(server => !out.has(server)));
	const lines = ready.map(
		(server, index) =>
			`${index + 1}. ${nameOf(server)}   ${server.state ?? 'no state'}   ${Math.max(0, server.onlinePlayers ?? 0)} players   ${nodeOf(server)}`,
	);
	return {
		ready,
		rows: [
			{label: 'Order', lines: limited(lines, mostListed), tone: 'plain'},
			...(blocked.length === 0
				? []
				: [
						{
							label: 'Left out',
							lines: limited(
								blocked.map(({reason}) => reason),
								4,
							),
							tone: 'warning' as const,
						},
					]),
		],
	};
}

function limited(lines: readonly string[], most: number): readonly string[] {
	return lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;
}

function wavePlan(act: PowerAct, values: Values, about: About): Plan {
	const {verb, expects, gate} = words[act];
	const {ready, rows} = preflight(act, values, about);
	const {delay, message, force = false} = values;
	const players = ready.reduce((sum, {onlinePlayers}) => sum + Math.max(0, onlinePlayers ?? 0), 0);
	const title = `${force ? 'Forced stop' : verb} of ${ready.length} servers`;
	const proof = gate.phase === 'offline' ? 'it is OFFLINE' : 'it is ONLINE and has answered a command';
	return {
		requests: ready.map(({id}) => powerRequest(act, id, values).plain),
		effect: [
			`${values.atOnce === 1 ? 'One after another' : `${values.atOnce} at a time`}; the next one when ${proof}.`,
			`One that takes longer than ${values.deadline} min pauses the rest.`,
			...(act === 'start' ? [] : [`${players} players are on them now.`]),
			...(force ? ['The processes are killed: what was not saved is lost.'] : []),
		],
		more: [...rows, ...(delay !== undefined && message !== undefined ? messagePreview(message, delay) : [])],
		// A shell has no wave: there each server is asked at once.
		sameAs: undefined,
		actsOn: ready.length,
		friction: 'type',
		send: async (api, services) => {
			const at = services.clock.now();
			const steps = ready.map(server => ({
				serverId: server.id,
				name: nameOf(server),
				status: 'waiting' as const,
				at,
				text: '',
			}));
			const wave: Wave = {
				job: {
					id: services.newId(),
					act,
					title,
					startedAt: at,
					status: 'running',
					reason: undefined,
					steps,
					restAs: ['rcondeck', act, ...powerWords(values)],
				},
				atOnce: values.atOnce,
				deadlineMs: values.deadline * 60_000,
				delayMs: (delay ?? 0) * 60_000,
				gate,
				expects: {state: expects, withinMs: 60_000},
				send: serverId => powerRequest(act, serverId, values).send(api),
			};
			void runWave(services, wave);
		},
		done: `${title} begun: o shows how it goes.`,
	};
}

const waveForm = (act: PowerAct): Form => {
	const shared = {
		id: `${act}-many`,
		verb: words[act].verb,
		operation: undefined,
		title: ({servers}: About) => `${words[act].verb} ${servers.length} servers`,
	};
	const nobody = (values: PowerValues, about: About) =>
		preflight(act, values, about).ready.length === 0
			? `None of them can be ${words[act].past} now.`
			: undefined;
	const timed = {delay: delayField, message: messageField};
	const shape = {atOnce, deadline};
	if (act === 'start') {
		return form({
			...shared,
			fields: shape,
			problems: (_, about) => ({atOnce: nobody({}, about)}),
			plan: (values, about) => wavePlan(act, values, about),
		});
	}
	return form({
		...shared,
		fields: act === 'stop' ? {...timed, force: forceField, ...shape} : {...timed, ...shape},
		problems: (values, about) => ({...silent(values.delay, values.message), delay: nobody(values, about)}),
		plan: (values, about) => wavePlan(act, values, about),
	});
};

export const restartManyForm = waveForm('restart');
export const stopManyForm = waveForm('stop');
export const startManyForm = waveForm('start');
