import type {JobStep} from '../../contract/models/job.ts';
import {momentText} from '../../contract/moments.ts';
import {formatDuration} from '../../lib/time/ago.ts';
import {printableLine} from '../../lib/text/text.ts';
import {jobTexts} from '../../messages/jobs.ts';
import {handoverMessages as messages} from '../../messages/handover.ts';
import {serverMessages} from '../../messages/server-list.ts';
import {crashWindowMs} from '../servers/crashes.ts';
import {dashboardMessages} from '../../messages/dashboard.ts';
import type {FailingAutomation} from './failing-automations.ts';
import type {CrashingServer, Handover, OfflineNode, PendingTask, ServerAlert} from './handover.ts';
import {markdownOf, plainTextOf, type Report, type ReportRow} from '../kernel/text/report.ts';
import {createTimes, type Times, zonedMinute} from './times.ts';
import {type Operation, type Outcome, type Piece, workOutcomes} from './work.ts';
import {activityText} from '../../actions/activity.ts';
import {isPowerVerb, type PowerVerb} from '../../contract/power.ts';
import {actionName} from '../../messages/actions.ts';

/** Maximum entries of each kind in a chat message. */
const maxOfEach = 8;
/** Maximum servers named per outcome. */
const maxServers = 12;

type Label = keyof typeof messages.labels;

/** Formats a handover for a chat message, in the zone of its writer; the first line has the offset. */
export const handoverText = (
	handover: Handover,
	format: 'text' | 'markdown' = 'text',
	isUtc = false,
): string => (format === 'text' ? plainTextOf : markdownOf)(handoverReport(handover, maxOfEach, isUtc));

/** Returns the handover as rows, most urgent first, with at most `most` entries of each kind; times in UTC or local. */
export function handoverReport(handover: Handover, most: number, isUtc: boolean): Report {
	const {at, since, silent, team, profile, up, down, stopped, changing, unknown, unreadable, commands} =
		handover;
	const time = createTimes(at, isUtc);
	const title = messages.title(
		zonedMinute(at, isUtc),
		printableLine(team),
		printableLine(profile),
		silent && messages.asOf(silent.asOf === undefined ? undefined : time(silent.asOf), at - silent.since),
	);
	const rows = (label: Label, texts: readonly string[]) =>
		limited(
			texts.map(text => rowOf(label, text)),
			most,
		);
	const alerts = (label: Label, servers: readonly ServerAlert[]) =>
		rows(
			label,
			servers.map(server => serverAlertText(server, time)),
		);
	return {
		name: messages.name,
		title: messages.counts(title, {
			up,
			down: down.length,
			stopped: stopped.length,
			busy: changing.length,
			unknown: unknown.length,
			unreadable: unreadable.length,
		}),
		rows: [
			...(handover.nodes === undefined
				? rows('node', [messages.nodesNotKnown])
				: limited(
						handover.nodes.map(node =>
							rowOf('node', nodeText(node, time), carriedTexts(node.name, unknown, time)),
						),
						most,
					)),
			...alerts('down', down),
			...rows(
				'crashing',
				handover.crashing.map(server => crashingText(server, time)),
			),
			...alerts(
				'unknown',
				unknown.filter(server => !handover.nodes?.some(({name}) => isCarriedBy(name, server))),
			),
			...rows(
				'unread',
				unreadable.map(({name, reason}) => `${name}  ${reason}`),
			),
			...alerts('busy', changing),
			...rows(
				'failing',
				handover.failing?.map(automation => failingText(automation, time)) ?? [messages.failingNotKnown],
			),
			...workRows(handover, most, time, ['failed', 'partly', 'open', 'unsent']),
			...(handover.readsTasks ? [] : rows('pending', [messages.pendingNotKnown])),
			...rows(
				'pending',
				handover.pending.map(task => pendingText(task, handover, time)),
			),
			...rows('note', handover.notes.map(({at, by, text}) => messages.note(time(at), by, text)).toReversed()),
			...workRows(handover, most, time, ['sent', 'done']),
			...alerts('stopped', stopped),
		],
		footer:
			handover.journalProblem === undefined
				? printableLine(messages.commands(time(since), commands))
				: undefined,
	};
}

const rowOf = (label: Label, text: string, below: readonly string[] = []): ReportRow => ({
	label: messages.labels[label],
	text: printableLine(text),
	below: below.map(printableLine),
	tone: tones[label],
});

const tones: Record<Label, ReportRow['tone']> = {
	node: 'offline',
	down: 'offline',
	crashing: 'offline',
	unknown: 'unknown',
	unread: 'unknown',
	busy: 'changing',
	failing: 'offline',
	stopped: 'faint',
	pending: 'changing',
	note: 'warning',
	failed: 'offline',
	partly: 'warning',
	open: 'warning',
	unsent: 'warning',
	sent: 'changing',
	done: 'done',
};

function limited(rows: readonly ReportRow[], most: number): ReportRow[] {
	const left = rows.length - most;
	if (left <= 0) return [...rows];
	const more: ReportRow = {label: '', text: messages.more(left), below: [], tone: 'faint'};
	return [...rows.slice(0, most), more];
}

function nodeText({name, status, lastAlive, servers, players}: OfflineNode, time: Times): string {
	return messages.node(name, status, momentText(lastAlive, time, undefined), servers, players);
}

/** Whether the row of its node lists the server. An acknowledged one has a row of its own. */
const isCarriedBy = (node: string | undefined, server: ServerAlert): boolean =>
	server.node === node && node !== undefined && server.acknowledgedAt === undefined;

/** Lists the servers of an offline node in an unknown state, in one line for each time of the change. */
function carriedTexts(node: string | undefined, unknown: readonly ServerAlert[], time: Times): string[] {
	const carried = unknown.filter(server => isCarriedBy(node, server));
	const groups = Map.groupBy(carried, ({state}) => state ?? serverMessages.noState);
	return [...groups].flatMap(([state, servers]) =>
		[...Map.groupBy(servers, server => sinceText(server, time))].map(([since, same]) =>
			messages.serversOf(state, since, namesOf(same.map(({name}) => name))),
		),
	);
}

const failingText = ({name, since, ...failed}: FailingAutomation, time: Times): string =>
	messages.failing(name, dashboardMessages.failedRuns({...failed, since: time(since)}));

const crashingText = ({name, state, crashes}: CrashingServer, time: Times): string =>
	messages.crashing(
		name,
		serverMessages.crashed(crashes.length, formatDuration(crashWindowMs)),
		time(crashes.at(-1) ?? 0),
		state ?? serverMessages.noState,
	);

function serverAlertText(server: ServerAlert, time: Times): string {
	const {name, state, node, acknowledgedAt, acknowledgedBy} = server;
	const when = sinceText(server, time);
	const where = node === undefined ? '' : messages.onNode(node);
	const known =
		acknowledgedAt === undefined ? '' : messages.acknowledged(time(acknowledgedAt), acknowledgedBy);
	return `${name}  ${state ?? serverMessages.noState}${when}${where}${known}`;
}

/** Formats when a state began: the time of the change if known, otherwise the sightings before and after it. */
function sinceText({since, firstSeenAt, before}: ServerAlert, time: Times): string {
	if (since !== undefined) return messages.since(time(since));
	const bounds = [
		before && messages.lastSeen(before.state ?? serverMessages.noState, time(before.at)),
		firstSeenAt === undefined ? undefined : messages.firstSeen(time(firstSeenAt)),
	].filter(text => text !== undefined);
	return bounds.length === 0 ? messages.sinceNotKnown : bounds.join('');
}

function pendingText(
	{servers, type, state, dueAt, taskId}: PendingTask,
	{at}: Handover,
	time: Times,
): string {
	const names = servers.join(', ') || messages.anyNode;
	const source = taskId === undefined ? messages.journalOnly : '';
	if (dueAt === undefined) return `${names}  ${type} ${state ?? ''}`.trimEnd() + source;
	return messages.due(names, type, time(dueAt), dueAt > at ? formatDuration(dueAt - at) : undefined) + source;
}

/** Lists the actions of the shift with these labels, each kind newest first. */
function workRows(
	{operations, open, journalProblem}: Handover,
	most: number,
	time: Times,
	labels: readonly Label[],
): ReportRow[] {
	if (journalProblem !== undefined)
		return labels.includes('done') ? [rowOf('done', messages.workNotKnown(journalProblem))] : [];
	const rows = operations.map(operation => ({at: operation.at, label: labelOf(operation.pieces), operation}));
	const commands = open.map(({at, server, serverId, text = ''}) => ({
		at,
		row: rowOf('open', `${time(at)}  ${messages.command(server ?? serverId ?? '', text)}`),
	}));
	return labels.flatMap(label => {
		const of = rows
			.filter(row => row.label === label)
			.map(({at, operation}) => ({at, row: operationRow(label, operation, time)}));
		const all = label === 'open' ? [...of, ...commands] : of;
		return limited(
			all.sort((a, b) => b.at - a.at).map(({row}) => row),
			most,
		);
	});
}

/** Labels an action with its worst outcome; `partly` if only some servers failed or got no request. */
function labelOf(pieces: readonly Piece[]): Label {
	const outcomes = new Set(pieces.map(({outcome}) => outcome));
	const only = (...some: Outcome[]) => outcomes.isSubsetOf(new Set(some));
	if (only('failed')) return 'failed';
	if (only('unsent')) return 'unsent';
	if (outcomes.has('failed') || outcomes.has('unsent')) return 'partly';
	if (outcomes.has('unknown')) return 'open';
	return only('back', 'done', 'canceled') ? 'done' : 'sent';
}

/** Formats an action with its outcomes on all servers. */
export function operationText({action, pieces, isCut}: Operation): string {
	const counts = groupsOf(pieces, action).map(({words, of}) => messages.count(of.length, words));
	const name = actionName(action);
	return messages.several(isCut ? messages.cut(name) : name, pieces.length, counts);
}

const groupsOf = (pieces: readonly Piece[], action: Operation['action']) =>
	workOutcomes.flatMap(outcome => {
		const of = pieces.filter(one => one.outcome === outcome);
		return of.length === 0 ? [] : [{words: outcomeWords(outcome, action), of}];
	});

function operationRow(label: Label, operation: Operation, time: Times): ReportRow {
	const {at, action, pieces} = operation;
	const [piece, ...others] = pieces;
	if (piece && others.length === 0 && !piece.step) {
		return rowOf(
			label,
			`${time(at)}  ${`${piece.server ?? piece.serverId ?? ''}  `.trimStart()}${pieceText(piece, action, time)}`,
		);
	}
	const below = groupsOf(pieces, action).map(({words, of}) => {
		return messages.servers(words, namesOf(of.map(one => serverText(one, time))));
	});
	return rowOf(label, `${time(at)}  ${operationText(operation)}`, below);
}

function namesOf(names: readonly string[]): string {
	const left = names.length - maxServers;
	return [...names.slice(0, maxServers), ...(left > 0 ? [messages.moreServers(left)] : [])].join(', ');
}

const outcomeWords = (outcome: Outcome, action: Operation['action']): string =>
	messages.outcomes[outcome === 'back' ? arrivalOf(action) : outcome];

/** The word for a server that reached the state that the action aims at. */
const arrivalOf = (action: Operation['action']): 'started' | 'stopped' | 'back' =>
	isPowerVerb(action) ? arrivals[action] : 'back';

const arrivals = {start: 'started', stop: 'stopped', restart: 'back'} as const satisfies Record<
	PowerVerb,
	string
>;

/** Formats one of several servers with its outcome. */
function serverText({server, serverId, reason, step, after, outcome, dueAt}: Piece, time: Times): string {
	const name = server ?? serverId ?? '';
	const state = after && stateText(after, time);
	const why = outcome === 'due' && dueAt !== undefined ? time(dueAt) : (reason ?? stepReason(step) ?? state);
	return why === undefined ? name : messages.why(name, why);
}

/** Why a step of a job did not pass. */
const stepReason = (step: JobStep | undefined): string | undefined =>
	step && (step.status === 'failed' || step.status === 'unknown') ? jobTexts.failure(step) : undefined;

const stateText = ({state, at}: NonNullable<Piece['after']>, time: Times): string =>
	at === undefined ? messages.now(state) : messages.at(state, time(at));

function pieceText({record, outcome, after, dueAt}: Piece, action: Operation['action'], time: Times): string {
	const said = record?.activity ? activityText(record.activity) : actionName(action);
	const state = after && stateText(after, time);
	const words = messages.after;
	switch (outcome) {
		case 'back':
			return said + words[arrivalOf(action)](time(after?.at ?? 0));
		case 'sent':
			return said + words.sent(state);
		case 'due':
			return dueAt === undefined ? said : said + words.due(time(dueAt));
		case 'canceled':
			return said + words.canceled;
		case 'unknown':
			return said + words.unknown(state);
		case 'done':
		case 'failed':
		case 'unsent':
		case 'waiting':
			return said;
	}
}
