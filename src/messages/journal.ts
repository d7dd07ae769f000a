import {example} from './action-words.ts';
import {formatElapsed} from '../lib/time/ago.ts';
import {plural} from '../lib/text/plural.ts';
import {serverMessages} from './server-list.ts';
import {readProblem, writeProblem} from './text.ts';

const outcomeUnknown = 'outcome unknown, it may have run';
const fromName = (before: string | undefined) => (before === undefined ? '' : ` from ${before}`);

/** Events and actions of a server, as `activityText` of `actions/activity.ts` describes them. */
export const activityMessages = {
	stateChange: (from: string | undefined, to: string | undefined, seenBy: string | undefined) =>
		`${from === undefined ? '' : `${from} -> `}${to ?? 'no state'}${seenBy === undefined ? '' : ` (seen by ${seenBy})`}`,
	nodeGone: (node: string) => `${node} is no longer listed`,
	nodeBack: (node: string, state: string, awayMs: number) =>
		`${node} back ${state} after ${formatElapsed(awayMs)}`,
	/** `carried`: its servers and players; undefined if it has no servers. */
	nodeChange: (node: string, isNew: boolean, state: string, carried: string | undefined) =>
		`${node} ${isNew ? 'listed, ' : ''}${state}${carried === undefined ? '' : ` (${carried})`}`,
	/** Without the name of the server, which is shown beside it. `before`: its former name. */
	fleetChangeBeside: (change: string, before: string | undefined) => `${change} elsewhere${fromName(before)}`,
	fleetChange: (name: string, change: string, before: string | undefined) =>
		`${name} was ${change} elsewhere${fromName(before)}.`,
	overdue: (server: string | undefined, expected: string, state: string | undefined) =>
		`${server ?? 'It'} should be ${expected} by now, but is still ${state ?? 'in an unknown state'}.`,
	outcomes: {pending: outcomeUnknown, unknown: outcomeUnknown, refused: 'refused', failed: 'failed'},
};

/** What a node carries. */
export const carriedText = (servers: number, players: number | undefined): string =>
	`${plural(servers, 'server')}, ${players === undefined ? serverMessages.playersNotKnown : serverMessages.players(players)}`;

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
	examples: [example('Summarize the last 8 hours', 'rcondeck handover --since 8h')],
	sinceHelp: 'Start of the recent activity, such as 2h or 2026-11-21T03:00Z',
	markdownHelp: 'Print Markdown for a chat',
};

/** `rcondeck journal` */
export const journalCommandMessages = {
	description: 'Show commands, answers, state changes and gaps, and add bookmarks',
	examples: [
		example('Show the last two hours', 'rcondeck journal --since 2h'),
		example('Note what happened', 'rcondeck journal bookmark disk full on eu-1'),
	],
	list: {
		description: 'Show commands, answers, state changes and gaps',
		examples: [
			example('Show the last two hours of one server', 'rcondeck journal --since 2h --server ark-isl-1'),
			example('Search the journal', 'rcondeck journal --search "kick alex"'),
			example('Write a timeline for a post-mortem', 'rcondeck journal --since 1d --markdown'),
		],
	},
	bookmark: {
		description: 'Add a bookmark with a note, also for the team if the service shares journals',
		examples: [example('Note what happened', 'rcondeck journal bookmark disk full on eu-1')],
	},
	noteHelp: 'What happened',
	bookmarked: 'Bookmark added to the journal.',
	notKept: 'Nothing was kept: the demo and read-only sessions write no journal.',
	sinceHelp: 'Only entries at or after this time, such as 2h, 3d or 2026-11-21T03:00Z',
	untilHelp: 'Only entries at or before this time',
	serverHelp: 'Only entries of this server (ID or part of the name)',
	searchHelp: 'Only entries that contain all these words',
	limitHelp: 'Maximum number of entries; older ones are omitted',
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
