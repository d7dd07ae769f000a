import {type ActionActivity, type Activity, delayMinutesOf} from '../actions/activity.ts';
import type {ActionId} from '../actions/ids.ts';
import {formatElapsed} from '../lib/time/ago.ts';
import {plural} from '../lib/text/plural.ts';
import {acceptedText, type JournalWords} from './action-words.ts';
import {actionWords, requestText} from './actions.ts';
import {unreadText} from './results.ts';
import {serverMessages} from './server-list.ts';
import {teamJournalMessages} from './team.ts';
import {readProblem, writeProblem} from './text.ts';

/**
Describes an event as a sentence. It is shown next to the name of its server; with `server`, as in a notice, the
sentence contains the name.
*/
export function activityText(activity: Activity, server?: string): string {
	switch (activity.type) {
		case 'action':
			return actionText(activity, server);
		case 'stateChange': {
			const {from, to, seenBy} = activity;
			const how = seenBy === undefined ? '' : ` (seen by ${seenBy})`;
			return `${from ?? 'no state'} -> ${to ?? 'no state'}${how}`;
		}
		case 'nodeChange':
			return nodeChangeText(activity);
		case 'fleetChange': {
			const {change, name, before} = activity;
			const from = before === undefined ? '' : ` from ${before}`;
			return server === undefined ? `${change} elsewhere${from}` : `${name} was ${change} elsewhere${from}.`;
		}
		case 'overdue': {
			const {expected, state} = activity;
			return `${server ?? 'It'} should be ${expected} by now, but is still ${state ?? 'in an unknown state'}.`;
		}
		case 'team': {
			const {what, by, text} = activity;
			return what === 'dropped' ? teamJournalMessages.dropped : teamJournalMessages[what](by, text);
		}
		case 'report':
			return activity.text;
	}
}

type NodeChange = Extract<Activity, {type: 'nodeChange'}>;

/** For example `eu-1 OFFLINE (5 servers, 34 players)` or `eu-1 back ONLINE after 1m 30s`. */
function nodeChangeText({node, from, to, servers, players, awayMs}: NodeChange): string {
	if (to === undefined) return `${node} is no longer listed`;
	if (awayMs !== undefined) return `${node} back ${to} after ${formatElapsed(awayMs)}`;
	const before = from === undefined ? 'listed, ' : '';
	return `${node} ${before}${to}${servers > 0 ? ` (${carriedText(servers, players)})` : ''}`;
}

/** What a node carries. */
export const carriedText = (servers: number, players: number | undefined): string =>
	`${plural(servers, 'server')}, ${players === undefined ? serverMessages.playersNotKnown : serverMessages.players(players)}`;

function actionText(activity: ActionActivity, server: string | undefined): string {
	const {action, outcome, reason} = activity;
	if (outcome === 'accepted') {
		const unread = reason === undefined ? undefined : unreadText(reason);
		return [acceptedSentence(activity, server), unread].filter(Boolean).join(' ');
	}
	const name = action === 'api' ? requestText(activity) : nameOf(action);
	return [name, outcomeWords[outcome], reason].filter(part => part !== undefined).join(': ');
}

function acceptedSentence(activity: ActionActivity, server: string | undefined): string {
	const {accepted}: JournalWords = actionWords[activity.action];
	if (typeof accepted === 'string') return acceptedText(accepted, server);
	const {input, targetCount} = activity;
	return accepted({input, targetCount, delayMinutes: delayMinutesOf(activity), server});
}

const unknown = 'outcome unknown, it may have run';
const outcomeWords = {pending: unknown, unknown, refused: 'refused', failed: 'failed'} as const;

/** The name of an action with a capital. */
export const actionName = (action: ActionId): string => {
	const name = nameOf(action);
	return name.charAt(0).toUpperCase() + name.slice(1);
};

function nameOf(action: ActionId): string {
	const {name = action.replaceAll('-', ' ')}: JournalWords = actionWords[action];
	return name;
}

const notSaved = 'New events are not saved.';

/** Problems of the journal on this machine. */
export const journalMessages = {
	/** Shown once each. */
	problems: {
		broken: 'The journal is damaged.',
		busy: 'Another program has locked the journal. Nothing is saved until it unlocks it.',
		full: 'The journal cannot be written; the disk may be full. rcondeck retries every 15s.',
		closed: `The journal cannot be opened. ${notSaved}`,
		newer: `A newer rcondeck wrote the journal. ${notSaved} Update rcondeck, or set RCONDECK_STATE_DIR to another directory.`,
		missing: `This Node.js has no SQLite. ${notSaved}`,
		failed: `The journal failed. ${notSaved}`,
	},
	/** Follows the problem `closed`. */
	reason: (file: string, cause: unknown) => ` ${writeProblem(cause, file)} Fix this and restart rcondeck.`,
	moved: (file: string) => ` It was moved to ${file}, and a new one was created.`,
	/** At the end of the program. */
	lost: (entries: number, isBusy: boolean) =>
		`${isBusy ? 'Another program has locked the journal.' : 'The journal cannot be written; the disk may be full.'} ${plural(entries, 'entry is', 'entries are')} missing from it.`,
	refused: 'An event is missing from the journal, because one of its values cannot be stored.',
	overflow: 'Too many events at once. Some are missing from the journal.',
	notOpened: (file: string, cause: unknown) => `The journal ${readProblem(cause, file)}`,
	unreadable: (file: string, reason: string) => `The journal ${file} cannot be read: ${reason}.`,
	/** Why the journal is unreadable, as the end of a sentence. */
	reasons: {
		broken: 'it is damaged',
		busy: 'another program has locked it',
		full: 'the disk is full or failing',
		newer: 'a newer rcondeck wrote it; update this one',
		missing: 'this Node.js has no SQLite',
		failed: 'SQLite reports an unexpected error',
	},
	gap: (seconds: number, filled: number) => `no feed for ${seconds}s, ${filled} back-filled`,
	cutText: (text: string, more: number) => `${text}… (${more} more characters)`,
};

/** `rcondeck handover` */
export const handoverCommandMessages = {
	description: 'Summarize the situation for the next shift',
	sinceHelp: 'Start of the recent activity, such as 2h or 2026-11-21T03:00Z',
	markdownHelp: 'Print Markdown for a chat',
};

/** `rcondeck log` */
export const logMessages = {
	description: 'Show commands, answers, state changes and gaps',
	sinceHelp: 'Only entries at or after this time, such as 2h, 3d or 2026-11-21T03:00Z',
	untilHelp: 'Only entries at or before this time',
	serverHelp: 'Only entries of this server (ID or part of the name)',
	searchHelp: 'Only entries that contain all these words',
	limitHelp: 'Maximum number of entries; older ones are left out',
	allHelp: 'Include entries of all profiles and services',
	markdownHelp: 'Print Markdown for a chat or a post-mortem',
	nothingFits: 'No journal entries match.',
	wrongLimit: (text: string) => `Invalid --limit ${text}. Use a number of entries, such as 100.`,
};

/** Entries of the journal. */
export const journalTextMessages = {
	late: 'late answer',
	waiting: 'no answer - may have run',
	abandoned: 'stopped waiting - may have run',
	sent: 'sent without waiting',
	node: (text: string) => `node  ${text}`,
	bookmark: (text: string) => `== bookmark ${text}`,
};

/** The file of the journal. */
export const journalFileMessages = {
	noJournal: (file: string) => `The journal is empty. The first session or command creates ${file}.`,
	cannotBeOpened: 'The journal cannot be opened. Commands of this session are not recorded.',
	lost: (entries: number) => `${plural(entries, 'entry', 'entries')} could not be saved in the journal.`,
};
