import {endpoints} from '../../contract/endpoints/index.ts';
import {requestOf} from '../../contract/request.ts';
import {sendAwaited} from '../actions/rcon.ts';
import {runWave} from '../actions/wave.ts';
import {frictionOf, playersText} from '../friction.ts';
import {nameOf} from '../list/order.ts';
import {operationBlocked} from '../rules.ts';
import {broadcastCommand, broadcastProblem, textField} from './broadcast.ts';
import {form, type About} from './form.ts';
import {letterWarning} from './players-hear.ts';
import {commandLine, serverWords} from './same-as.ts';
import {plural} from '../../lib/plural.ts';
import {key, message} from '../../messages/text.ts';

/** How many are asked at the same time: each server has a game of its own to ask. */
const atOnce = 5;

const reached = ({servers}: About) =>
	servers.filter(server => operationBlocked('rcon', server) === undefined);

/** One line to the players of several servers, each by its own game's command. */
export const broadcastManyForm = form({
	id: 'broadcast-many',
	verb: 'Say it',
	operation: undefined,
	title: ({servers}) => `Broadcast to ${plural(servers.length, 'server')}`,
	fields: {text: textField},
	problems: ({text}, about) => {
		const problem = reached(about)
			.map(server => broadcastProblem(server, text))
			.find(found => found !== undefined);
		return {text: reached(about).length === 0 ? 'None of them is online.' : problem};
	},
	plan: ({text}, about) => {
		const servers = reached(about);
		const commandOf = (serverId: string) => {
			const server = servers.find(({id}) => id === serverId);
			return (server && broadcastCommand(server, text)) ?? text;
		};
		const left = about.servers.length - servers.length;
		return {
			requests: servers.map(({id}) =>
				requestOf(endpoints.awaitRcon, {
					serverId: id,
					command: commandOf(id),
					timeoutMs: about.settings.awaitMs,
				}),
			),
			effect: [
				`Read at once by everybody online on ${plural(servers.length, 'server')}: ${playersText(servers)}.`,
				...(left > 0 ? [`${left} are not online and left out.`] : []),
			],
			more: letterWarning(text),
			sameAs: commandLine(about.settings, [
				'broadcast',
				'--yes',
				...serverWords(
					about.state,
					servers.map(({id}) => id),
				),
				'--',
				text,
			]),
			actsOn: servers.map(({id}) => id),
			friction: frictionOf.broadcastMany,
			send: async (_, services) => {
				const at = services.clock.now();
				const steps = servers.map(server => ({
					serverId: server.id,
					name: nameOf(server),
					status: 'waiting' as const,
					at,
					text: '',
				}));
				void runWave(services, {
					job: {
						id: services.newId(),
						act: 'broadcast',
						title: `Broadcast to ${plural(servers.length, 'server')}`,
						startedAt: at,
						status: 'running',
						reason: undefined,
						steps,
						restAs: {words: ['broadcast', '--yes'], text},
					},
					atOnce,
					deadlineMs: 0,
					delayMs: 0,
					gate: undefined,
					expects: undefined,
					send: async serverId => {
						const error = await sendAwaited(services, serverId, commandOf(serverId));
						if (error) throw error;
					},
				});
			},
			action: {action: 'broadcast', input: {text}},
			next: message`${key('jobs.open')} shows how it went.`,
		};
	},
});
