import type {AutomationRun} from '../../contract/models/automation.ts';
import type {PastEntry} from '../kernel/state/journal.ts';
import type {CommandLine, NoteLine} from '../console/record/lines.ts';
import type {CrashRun} from '../servers/crashes.ts';
import type {Gap} from '../kernel/state/feed-state.ts';
import type {Job, JobStep} from '../../contract/models/job.ts';
import type {Bookmark} from './bookmarks.ts';
import type {RunStreak} from './run-streaks.ts';
import type {OtherAction} from './timeline-state.ts';

/** `node`: a node was lost or came back; `action`: an action of this user, or its outcome; `job`: an action on several servers; `run`: of an automation. */
export const entryKinds = ['state', 'node', 'action', 'command', 'run', 'gap', 'job', 'bookmark'] as const;
export type EntryKind = (typeof entryKinds)[number];

/** What an entry describes: the same object as in the state. */
export type Subject =
	| {what: 'line'; line: CommandLine | NoteLine}
	/** Repeated crashes of one server, in place of their changes of state. */
	| {what: 'crashes'; run: CrashRun}
	| {what: 'gap'; gap: Gap; isEnd: boolean}
	| {what: 'job'; job: Job; isEnd: boolean}
	| {what: 'step'; job: Job; step: JobStep}
	| {what: 'run'; run: AutomationRun; isEnd: boolean}
	/** Runs of one automation that ended alike in a row, in place of them. */
	| {what: 'streak'; streak: RunStreak}
	| {what: 'action'; action: OtherAction}
	| {what: 'bookmark'; bookmark: Bookmark}
	/** From the journal of an earlier session. */
	| {what: 'past'; past: PastEntry};

/** An event at its place on the shared time axis. */
export type Entry = {
	/** Stays the same when the subject changes. */
	key: string;
	/** Epoch ms, by the clock of its source. */
	at: number;
	/** Sort key: the same moment by the clock of the service, as far as the difference is known. */
	order: number;
	kind: EntryKind;
	/** Who sent the command. */
	by: CommandLine['origin'] | undefined;
	serverId: string | undefined;
	subject: Subject;
};

/** Returns whether rcondeck sent it itself. */
export const isProbe = ({by}: Entry): boolean => by === 'probe';

/** Returns whether an entry represents several, which are hidden unless it is unfolded. */
export const isFold = ({subject: {what}}: Entry): boolean => what === 'crashes' || what === 'streak';
