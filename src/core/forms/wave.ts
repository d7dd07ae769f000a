import type {GameServer} from '../../contract/models/server.ts';
import {runWave} from '../actions/wave.ts';
import {playersText, powerFriction} from '../friction.ts';
import {nameOf, nodeOf} from '../list/order.ts';
import {operationBlocked} from '../rules.ts';
import {isOver, type JobsState} from '../state/jobs.ts';
import {proofOf, waveCommand, waveOf, waveOrder, type WaveValues} from './wave-plan.ts';
import {whole} from './fields.ts';
import {form, type About, type Form, type Plan} from './form.ts';
import {messagePreview} from './players-hear.ts';
import {powerInput, powerRequest, type PowerAct, type PowerValues} from './power-request.ts';
import {delayField, forceField, messageField, silent} from './power.ts';
import {commandLine, serverWords} from './same-as.ts';
import {plural} from '../../lib/plural.ts';
import {type Message, gap, joinMessages, key, message} from '../../messages/text.ts';

const pasts: Record<PowerAct, string> = {restart: 'restarted', stop: 'stopped', start: 'started'};
const verbs: Record<PowerAct, string> = {restart: 'Restart', stop: 'Stop', start: 'Start'};

export const atOnceField = whole('At once', 'how many at the same time; empty means 1', {
	least: 1,
	most: 20,
	empty: 1,
});
export const deadlineField = whole('Deadline', 'minutes until one counts as not come back; empty means 5', {
	least: 1,
	most: 120,
	empty: 5,
});

/** A server that another wave has not done with is left to that one. */
function underWay(jobs: JobsState, server: GameServer): Message | undefined {
	const job = jobs.find(
		({status, steps}) =>
			(status === 'running' || status === 'paused') &&
			steps.some(step => step.serverId === server.id && !isOver(step)),
	);
	return (
		job && message`${nameOf(server)} is in "${job.title}", which is not over. ${key('jobs.open')} shows it.`
	);
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
	const lines = ready.map((server, index) =>
		joinMessages(
			[`${index + 1}. ${nameOf(server)}`, server.state ?? 'no state', playersText([server]), nodeOf(server)],
			gap,
		),
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

function limited(lines: readonly Message[], most: number): readonly Message[] {
	return lines.length > most ? [...lines.slice(0, most), `and ${lines.length - most} more`] : lines;
}

function wavePlan(act: PowerAct, values: WaveValues, about: About): Plan {
	const {ready, rows} = preflight(act, values, about);
	const {delay, message: text, force = false} = values;
	return {
		requests: ready.map(({id}) => powerRequest(act, id, values).plain()),
		effect: [
			`${values.atOnce === 1 ? 'One after another' : `${values.atOnce} at a time`}; the next one when ${proofOf(act, 'ready')}.`,
			`One that takes longer than ${values.deadline} min pauses the rest.`,
			...(act === 'start' ? [] : [`Online now: ${playersText(ready)}.`]),
			...(force ? ['The processes are killed: what was not saved is lost.'] : []),
		],
		more: [...rows, ...(delay !== undefined && text !== undefined ? messagePreview(text, delay) : [])],
		sameAs: sameWave(act, values, ready, about),
		actsOn: ready.map(({id}) => id),
		friction: powerFriction(act, about.servers, values),
		send: async (api, services) => {
			const made = {api, id: services.newId(), now: services.clock.now()};
			void runWave(services, waveOf(act, ready, values, made));
		},
		action: {action: act, input: {...powerInput(values), batchSize: values.atOnce}},
		next: message`${key('jobs.open')} shows how it goes.`,
	};
}

/** A line that is longer than anybody would copy is left out. */
const sameWave = (
	act: PowerAct,
	values: WaveValues,
	ready: readonly GameServer[],
	{state, settings}: About,
): string | undefined =>
	ready.length > mostListed
		? undefined
		: commandLine(settings, [
				...waveCommand(act, values),
				...serverWords(
					state,
					ready.map(({id}) => id),
				),
			]);

const waveForm = (act: PowerAct): Form => {
	const shared = {
		id: `${act}-many`,
		verb: verbs[act],
		operation: undefined,
		title: ({servers}: About) => `${verbs[act]} ${plural(servers.length, 'server')}`,
	};
	const nobody = (values: PowerValues, about: About) =>
		preflight(act, values, about).ready.length === 0 ? `None of them can be ${pasts[act]} now.` : undefined;
	const timed = {delay: delayField, message: messageField};
	const shape = {atOnce: atOnceField, deadline: deadlineField};
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
