import type {ByName} from '../../../lib/json/maps.ts';
import type {DelayedVerb} from '../../../contract/power.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import type {PickedFile, Subject} from '../../../actions/context.ts';
import type {Field} from '../../../actions/field.ts';
import type {FieldId, FormId} from './dialog-id.ts';
import type {Failure} from '../state/failure.ts';
import type {Targets} from '../state/targets.ts';
import type {TextField} from '../text/text-field.ts';
import type {Message} from '../../../messages/text.ts';
import type {Report} from '../text/report.ts';
import type {PaletteId} from '../state/view-state.ts';
import type {Slice} from '../state/slice.ts';

/** `presets`: a text field with presets. */
type FieldKind = Field<unknown, never>['kind'] | 'presets';

/** A server read just before the review of an action; the first one if there are several. */
export type Reading = {at: number; server: GameServer} | {at: number; failure: Failure};

/**
The facts that a review shows, by server. `awayNode`: the node of the server, if it is lost. `task`: the stop or restart that
the node has scheduled.
*/
export type ReviewFacts = ReadonlyMap<
	string,
	{
		name: string;
		state: string | undefined;
		isCrashing: boolean;
		players: number | undefined;
		awayNode: string | undefined;
		task: {id: string; action: DelayedVerb} | undefined;
	}
>;

/**
A dialog is bound to its servers by id when it opens, so re-sorting the list does not affect it. `edit`: the fields are
being filled in. `review`: shows what would be sent. `sending`: the request was sent.
*/
export type FormDialog = {
	kind: 'form';
	form: FormId;
	serverId: string;
	/** All its servers, `serverId` first; empty if no server exists yet. */
	serverIds: readonly string[];
	subject: Subject | undefined;
	file?: PickedFile | undefined;
	openedAt: number;
	step: 'edit' | 'review' | 'sending';
	typed: ByName<TextField>;
	/** The kind of each field. */
	kinds: Readonly<Partial<Record<FieldId, FieldKind>>>;
	/** The focused field in `edit`. */
	field: FieldId | undefined;
	problems: ByName<Message>;
	/** The focus in `review`: the confirmation field, the cancel button, the verb, or an offer after a refusal. */
	button: 'confirm' | 'nothing' | 'verb' | 'offer';
	/** The text typed to confirm. */
	confirm: TextField;
	/** The server read just before the review; undefined while it is being read. */
	fresh: Reading | undefined;
	/** The facts of the review that the user has seen; undefined until they were read. */
	seen?: ReviewFacts | undefined;
	/** What changed in them while the review was open. Until that is seen, too, the verb is locked. */
	changes?: {lines: readonly string[]; isSeen: boolean} | undefined;
	/** Pages scrolled on a screen too low for the whole dialog: up from the focused field, or down from the top of a review. */
	page: number;
	/** Its request was sent, so that nothing can be said of having sent nothing. */
	wasSent?: true;
	/** The refusal of the last attempt. */
	failure: Failure | undefined;
};

/** `page` counts from zero. */
export type HelpDialog = {kind: 'help'; openedAt: number; page: number};

/** The outcome of a sent line. `unsure`: it may have run. `canceled`: it was certainly not sent to any server. */
export type PastedResult = {status: 'sent' | 'refused' | 'unsure' | 'canceled'; reason: string};

/**
One pasted line. `armed`: it looks destructive, and Enter was pressed on it once. `open`: it was confirmed and has no outcome
yet. One that is `refused` or `unsure` stops the lines after it, and is not sent again.
*/
export type PastedLine = {
	id: number;
	text: string;
	status: 'waiting' | 'armed' | 'open' | 'dropped' | 'sent' | 'refused' | 'unsure';
	danger: string | undefined;
	problem: Message | undefined;
};

/** `rest`: sends all lines that wait, up to a destructive one; only offered after a line that was not carried out. */
export const pasteButtons = ['nothing', 'rest', 'send', 'drop'] as const;

/**
Several lines pasted for one server or for the selected ones. Each is sent or dropped individually, and none by default.
*/
export type PasteDialog = {
	kind: 'paste';
	/** The server into whose command input they were pasted. */
	serverId: string;
	/** The servers that each line goes to, fixed when the review opens. */
	serverIds: readonly string[];
	openedAt: number;
	lines: readonly PastedLine[];
	/** The line that stopped the review, and why. */
	stopped: {id: number; status: 'refused' | 'unsure'; reason: string} | undefined;
	/** The line that the buttons act on. */
	at: number;
	button: (typeof pasteButtons)[number];
};

/** A short list from which one item is chosen. */
export type MenuDialog = {
	kind: 'menu';
	menu: MenuId;
	/** Its targets, bound when it opens. */
	targets: Targets;
	openedAt: number;
	/** The highlighted item, and its place if there is none of this id any more. */
	id?: string | undefined;
	at: number;
	/** Until this time an Enter is ignored: it is still held down from before, or was typed for something else. */
	quietUntil?: number;
};
export const menuIds = [
	'sort',
	'views',
	'profiles',
	'edit',
	'span',
	'task',
	'player',
	'ban',
	'copy',
	'export',
] as const;
export type MenuId = (typeof menuIds)[number];

/**
The dialog of background jobs. `workId`: the highlighted one, undefined for the newest; `top`: its first visible row; `gate`: the id
of the server whose gate was chosen.
*/
export type JobsDialog = {
	kind: 'jobs';
	openedAt: number;
	workId: string | undefined;
	top: number;
	gate?: string | undefined;
};

/** Every command by name. `id`: the highlighted one, which moves while the list changes; undefined: the one at `at`. */
export type PaletteDialog = {
	kind: 'palette';
	openedAt: number;
	field: TextField;
	at: number;
	id?: PaletteId | undefined;
};

/**
A text in rows to read and to copy. `report` undefined: it is being read. `copies`: the same, short enough for a chat
message. `top`: the first visible row.
*/
export type ReportDialog = {
	kind: 'report';
	openedAt: number;
	report: Report | undefined;
	copies: {text: string; markdown: string} | undefined;
	top: number;
};

export type Dialog =
	PaletteDialog | JobsDialog | FormDialog | HelpDialog | PasteDialog | MenuDialog | ReportDialog;
export type DialogState = Dialog | undefined;

export type DialogEvent =
	| {type: 'dialog/opened'; dialog: Dialog}
	| {type: 'dialog/closed'}
	| {
			type: 'dialog/changed';
			change: Partial<
				Omit<FormDialog, 'kind' | 'form' | 'serverId' | 'serverIds' | 'subject' | 'openedAt' | 'kinds'>
			>;
	  }
	| {type: 'dialog/pasteChanged'; change: Partial<Pick<PasteDialog, 'lines' | 'at' | 'button' | 'stopped'>>}
	| {type: 'dialog/paletteChanged'; change: Partial<Pick<PaletteDialog, 'field' | 'at' | 'id'>>}
	| {type: 'dialog/menuChanged'; change: Partial<Pick<MenuDialog, 'at' | 'id' | 'quietUntil'>>}
	| {type: 'dialog/jobsMoved'; workId: string | undefined; top: number; gate?: string | undefined}
	| {type: 'dialog/reportRead'; openedAt: number; report: Report; copies: {text: string; markdown: string}}
	| {type: 'dialog/reportMoved'; top: number}
	| {type: 'dialog/helpTurned'; page: number};

export const dialogSlice: Slice<DialogState, DialogEvent> = {
	initial: undefined,
	reduce: reduceDialog,
};

function reduceDialog(state: DialogState, event: DialogEvent): DialogState {
	switch (event.type) {
		case 'dialog/opened':
			return event.dialog;
		case 'dialog/closed':
			return undefined;
		case 'dialog/changed':
			return state?.kind === 'form' ? {...state, ...event.change} : state;
		case 'dialog/pasteChanged':
			return state?.kind === 'paste' ? {...state, ...event.change} : state;
		case 'dialog/paletteChanged':
			return state?.kind === 'palette' ? {...state, ...event.change} : state;
		case 'dialog/menuChanged':
			return state?.kind === 'menu' ? {...state, ...event.change} : state;
		case 'dialog/jobsMoved':
			return state?.kind === 'jobs'
				? {...state, workId: event.workId, top: event.top, gate: event.gate}
				: state;
		case 'dialog/reportRead': {
			const {openedAt, report, copies} = event;
			return state?.kind === 'report' && state.openedAt === openedAt ? {...state, report, copies} : state;
		}
		case 'dialog/reportMoved':
			return state?.kind === 'report' ? {...state, top: event.top} : state;
		case 'dialog/helpTurned':
			return state?.kind === 'help' ? {...state, page: event.page} : state;
	}
}
