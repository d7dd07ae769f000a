import type {Sample} from '../../actions/sample.ts';
import {latestFirst, momentText} from '../../contract/moments.ts';
import {shortGame} from '../../games/games.ts';
import type {GameServer} from '../../contract/models/server.ts';
import {
	alternative,
	commonMessages,
	duration,
	gap,
	joinMessages,
	message,
	type Message,
	narrowGap,
} from '../../messages/text.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {serverDetailsMessages, serverListMessages} from '../../messages/server-list.ts';
import {trendMessages} from '../../messages/timeline.ts';
import {serviceNow} from '../kernel/state/access.ts';
import type {Fact} from '../kernel/text/spans.ts';
import {playersText, sinceText} from './shown-fleet.ts';
import {shownState} from './server-labels.ts';
import {nameOf} from '../../actions/names.ts';
import {flappingServers} from './crashes.ts';
import {crashedText, isAcknowledged} from './alerts.ts';
import {scheduledActionOf, scheduledSentence} from './scheduled-actions.ts';
import type {State} from '../state.ts';
import {carriedBy, serversText} from '../nodes/node-outages.ts';
import {bytesText} from '../../lib/bytes.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {type ChartSize, chartFacts} from '../trends/player-chart.ts';
import {samplesSince, type Trend} from '../trends/trend.ts';
import {lastDays, lastHours, type Past} from '../trends/trends.ts';

export type FactsContext = Pick<State, 'fleet' | 'scheduled' | 'nodes' | 'access' | 'trends' | 'view'> & {
	/** The console of the server, with the offset of its clock. */
	console: {skewMs: number} | undefined;
	/** The age of the list, ms; undefined before it was read. */
	listAgeMs: number | undefined;
	/** The list is not older than `listAgeMs`, which is not its exact age. */
	isAtRest?: boolean;
	/** The room for a chart of its players. */
	chart: ChartSize;
	/** Commands that others sent to the server, newest first. */
	others: readonly {when: Message; command: string}[];
	/** What is due on it besides its scheduled action: a job, automations, and commands that are sent later. */
	alsoPending: readonly Message[];
};

const maxBackups = 3;
/** Every title has room for a shorter name. */
const longName = 30;

/**
Returns everything known about a server, what helps first: its state and why, the players, what was done and what is due.
Numbers and paths are last.
*/
export function serverFacts(server: GameServer, context: FactsContext, now: number): Fact[] {
	const {fleet} = context;
	const {state, expected} = shownState(fleet, server.id);
	const known = acknowledgedText(fleet, server.id, now);
	// Ages of times from the service are computed with the clock of the service.
	const service = serviceNow(context.access, context.console, now);
	const pending = scheduledActionOf(context.scheduled, server.id);
	const past = pastOf(context, server.id);
	const crashes = flappingServers(fleet.crashes).get(server.id);
	const inState = fleet.since.get(server.id);
	const since = alternative(sinceText(inState, now), sinceText(inState, now, 'spoken'));
	const facts: (Fact | undefined)[] = [
		{
			label: 'state',
			text: joinMessages(
				[`${state ?? commonMessages.notKnown}${expected ? '* (expected)' : ''}`, since, known],
				gap,
			),
		},
		...reportFacts(server, service),
		crashes && {label: 'crashes', text: crashedText(crashes), tone: 'offline'},
		server.problem === undefined ? undefined : {label: 'problem', text: server.problem, isReason: true},
		server.consoleProblem === undefined
			? undefined
			: {label: 'console', text: server.consoleProblem, tone: 'warning', isReason: true},
		pending && {label: 'pending', text: scheduledSentence(pending, now, context.view.time === 'utc')},
		...context.alsoPending.map((text, index): Fact => ({label: pending || index > 0 ? '' : 'pending', text})),
		{
			label: 'players',
			text: joinMessages(
				[alternative(playersText(server), playersText(server, 'spoken')), ...usageTexts(server)],
				gap,
			),
		},
		...(past
			? chartFacts(
					past,
					context.chart,
					{now, utc: context.view.time === 'utc'},
					trendMessages.switches(past.ms),
				)
			: []),
		...othersFacts(context),
		{
			label: 'game',
			text: joinMessages(
				[
					shortGame(server.gameType),
					server.map === undefined ? '' : serverDetailsMessages.map(server.map),
					server.modCount ? serverDetailsMessages.mods(server.modCount) : '',
				],
				gap,
			),
		},
		{label: 'node', text: nodeText(server, context, service)},
		address(server),
		...backupFacts(server, service),
		server.serverDirectory ? {label: 'path', text: server.serverDirectory} : undefined,
		server.settingProfileId === undefined ? undefined : {label: 'profile', text: server.settingProfileId},
		server.created === undefined
			? undefined
			: {label: 'created', text: momentText(server.created, agoText(service), '-')},
		// A title may cut it.
		nameOf(server).length > longName ? {label: 'name', text: nameOf(server)} : undefined,
		{label: 'id', text: server.id},
		{
			label: 'read',
			text:
				context.listAgeMs === undefined
					? 'never'
					: message`${context.isAtRest ? '<' : ''}${commonMessages.ago(context.listAgeMs)}`,
		},
	];
	return facts.filter(fact => fact !== undefined);
}

/** Also what was seen since the days were read. */
const daysUpTo = memoize((samples: readonly Sample[], trend: Trend | undefined) =>
	lastDays([...samples, ...(trend ? samplesSince(trend, 0) : [])]),
);

/** The last days, if somebody asked for those of this server. */
function pastOf({trends, view: {days}}: FactsContext, id: string): Past | undefined {
	const trend = trends.get(id);
	return days?.serverId === id ? daysUpTo(days.samples, trend) : trend && lastHours(trend);
}

/** CPU and memory on its machine; unknown values are left out. */
const usageTexts = ({cpuPercent, memoryBytes}: GameServer): (Message | undefined)[] => [
	cpuPercent === undefined ? undefined : serverDetailsMessages.cpu(cpuPercent),
	memoryBytes === undefined ? undefined : serverDetailsMessages.memory(memoryBytes),
];

function acknowledgedText(fleet: State['fleet'], id: string, now: number): Message {
	if (!isAcknowledged(fleet, id)) return '';
	const {by, at = now} = fleet.acknowledgedBy.get(id) ?? {};
	return serverListMessages.acknowledged(by, formatDuration(now - at));
}

/** The last failed start, crash or backup, with the end of the output at that time. */
const reportFacts = ({report}: GameServer, now: number): Fact[] =>
	report
		? [
				{
					label: report.isFailure ? 'failed' : 'done',
					text: message`${momentText(report.at, agoText(now), '-')} ${report.message}`,
					isReason: true,
				},
				...report.log.map((text, index) => ({label: index === 0 ? 'output' : '', text})),
			]
		: [];

/** Describes the node with its servers, and when the service last saw it alive. */
function nodeText(server: GameServer, {fleet, nodes}: FactsContext, now: number): Message {
	const carried = carriedBy(fleet).get(server.nodeId ?? '');
	const counts = carried ? serverDetailsMessages.ofNode(serversText(carried), carried.total) : '';
	const node = nodes.nodes.find(({id}) => id === server.nodeId);
	const alive =
		node?.lastAlive === undefined
			? ''
			: serverDetailsMessages.alive(momentText(node.lastAlive, agoText(now), ''));
	const status = node ? message`${node.status ?? serverDetailsMessages.statusNotKnown}${alive}` : '';
	const version = node?.daemonVersion === undefined ? '' : serverDetailsMessages.agent(node.daemonVersion);
	const name = server.nodeName ?? server.nodeId ?? '-';
	return message`${joinMessages([name, counts, status], gap)}${version}`;
}

const othersFacts = ({others}: FactsContext): Fact[] =>
	others.map(({when, command}, index) => ({
		label: index === 0 ? serverDetailsMessages.byOthers : '',
		text: message`${when} ${command}`,
	}));

const agoText = (now: number) => (at: number) => commonMessages.ago(Math.max(0, now - at));

/** Returns the backups, newest first. Sizes are in bytes, as in the public node agent. */
function backupFacts({backups, olderBackups = 0}: GameServer, now: number): Fact[] {
	const newest = backups.toSorted(latestFirst(({createdAt}) => createdAt));
	const all = backups.length + olderBackups;
	const shown = newest.slice(0, maxBackups);
	const older = all - shown.length;
	const texts = shown.map(backup => backupText(backup, now));
	if (older > 0) texts.push(serverDetailsMessages.olderBackups(older));
	return texts.map((text, index) => ({label: index === 0 ? serverDetailsMessages.backups(all) : '', text}));
}

function backupText(
	{createdAt, expiresAt, autoBackup, name, size, kind}: GameServer['backups'][number],
	now: number,
): Message {
	const when = typeof createdAt === 'number' ? agoText(now)(createdAt) : serverDetailsMessages.unknownTime;
	const kept =
		expiresAt === undefined
			? ''
			: serverDetailsMessages.keptFor(momentText(expiresAt, at => duration(Math.max(0, at - now)), ''));
	return message`${when}${autoBackup ? ' auto' : ''}${name === undefined ? '' : ` "${name}"`}${size === undefined ? '' : ` ${bytesText(size)}`}${kind === 'running' ? serverDetailsMessages.whileRunning : ''}${kept}`;
}

function address({serverIp, serverPort, queryPort, rconPort}: GameServer): Fact | undefined {
	if (serverIp === undefined && serverPort === undefined) return undefined;
	const query = queryPort === undefined ? '' : serverDetailsMessages.queryPort(queryPort);
	const rcon = rconPort === undefined ? '' : serverDetailsMessages.rconPort(rconPort);
	return {
		label: 'address',
		text: joinMessages(
			[serverPort === undefined ? (serverIp ?? '') : `${serverIp ?? '?'}:${serverPort}`, query, rcon],
			narrowGap,
		),
	};
}
