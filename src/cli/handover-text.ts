import type {GameServer} from '../contract/models/server.ts';
import {phaseOf} from '../actions/preconditions.ts';
import type {JournalLine} from '../journal/entry.ts';
import {printableLine} from '../lib/text.ts';
import {nameOf} from './find-servers.ts';
import {textOf} from './journal-text.ts';
import {secondsText} from './moments.ts';
import {serverMessages} from '../messages/servers.ts';
import {handoverMessages} from '../messages/cli-journal.ts';

/** The summary for the next person on duty. Times are epoch ms. */
export type Handover = {
	at: number;
	since: number;
	team: string;
	profile: string;
	up: number;
	down: TroubledServer[];
	changing: TroubledServer[];
	/** Servers in an unknown state, for example because their node is missing. */
	unknown: TroubledServer[];
	/** Unreadable records of the list. */
	unreadable: {name: string; reason: string}[];
	/** undefined if the tasks of the nodes cannot be read. */
	pending: {server: string; type: string; state: string}[] | undefined;
	done: JournalLine[];
	/** Commands with an unknown outcome. */
	open: JournalLine[];
	commands: {mine: number; others: number};
	/**
	Why the journal could not be read, as a sentence. `done`, `open`, `commands` and the times of state changes are
	then unknown.
	*/
	journalProblem?: string | undefined;
};

/** `since` is known only if the journal recorded the change. */
export type TroubledServer = {
	name: string;
	state: string;
	node: string | undefined;
	since: number | undefined;
};

/** Groups the servers by condition; `since` comes from the state changes in the journal. */
export function troubledServers(
	servers: readonly GameServer[],
	lines: readonly JournalLine[],
): Pick<Handover, 'up' | 'down' | 'changing' | 'unknown'> {
	const byPhase = Object.groupBy(servers, ({state}) => phaseOf(state));
	const describeServer = (server: GameServer): TroubledServer => {
		const change = lines.findLast(({kind, serverId}) => kind === 'state' && serverId === server.id);
		const into = change?.activity?.type === 'stateChange' ? change.activity : undefined;
		const isThis = into !== undefined && into.to === server.state;
		const state = server.state ?? serverMessages.noState;
		return {name: nameOf(server), state, node: server.nodeName, since: isThis ? change?.at : undefined};
	};
	return {
		up: byPhase.online?.length ?? 0,
		down: (byPhase.offline ?? []).map(describeServer),
		changing: (byPhase.changing ?? []).map(describeServer),
		unknown: (byPhase.unknown ?? []).map(describeServer),
	};
}

/** Maximum entries of each kind, so that the handover fits into a chat message. */
const maxOfEach = 8;

export function handoverText(handover: Handover): string {
	const {at, team, profile, up, down, changing, unknown, unreadable, pending} = handover;
	const title = handoverMessages.title(minute(at), printableLine(team), printableLine(profile));
	const unknownCount = unknown.length > 0 ? handoverMessages.unknownCount(unknown.length) : '';
	const unreadableCount = unreadable.length > 0 ? handoverMessages.unreadableCount(unreadable.length) : '';
	return [
		handoverMessages.counts(title, up, down.length, changing.length, unknownCount, unreadableCount),
		...some(down, server => handoverMessages.down(troubleText(server))),
		...some(unknown, server => handoverMessages.unknown(troubleText(server))),
		...some(unreadable, ({name, reason}) => handoverMessages.unread(printableLine(`${name}  ${reason}`))),
		...some(changing, server => handoverMessages.between(troubleText(server))),
		...(pending === undefined
			? [handoverMessages.pendingNotKnown]
			: some(pending, ({server, type, state}) =>
					handoverMessages.pending(printableLine(`${server}  ${type} ${state}`)),
				)),
		...(handover.journalProblem === undefined
			? ownWork(handover)
			: [handoverMessages.doneNotKnown(printableLine(handover.journalProblem))]),
	].join('\n');
}

function ownWork({since, done, open, commands}: Handover): string[] {
	return [
		...some(done.toReversed(), line => handoverMessages.done(lineText(line))),
		...some(open.toReversed(), line => handoverMessages.open(lineText(line))),
		handoverMessages.commands(minute(since), commands.mine, commands.others),
	];
}

function some<Item>(items: readonly Item[], text: (item: Item) => string): string[] {
	const shown = items.slice(0, maxOfEach).map(text);
	const left = items.length - shown.length;
	return left > 0 ? [...shown, handoverMessages.more(left)] : shown;
}

function troubleText({name, state, node, since}: TroubledServer): string {
	const where = node === undefined ? '' : handoverMessages.node(node);
	return printableLine(
		`${name}  ${state}${since === undefined ? handoverMessages.sinceNotKnown : handoverMessages.since(minute(since))}${where}`,
	);
}

const lineText = (line: JournalLine): string =>
	`${minute(line.at)}  ${printableLine(`${line.server ?? line.serverId ?? ''}  ${textOf(line)}`)}`;

/** Formats to the minute, in UTC. */
const minute = (at: number): string => `${secondsText(at).slice(0, 16)}Z`;
