import type {GameServer} from '../../contract/models/server.ts';
import type {PickedFile, Subject} from '../../actions/context.ts';
import type {Field} from '../../actions/field.ts';
import type {FieldId, FormId} from './dialog-id.ts';
import type {Failure} from './failure.ts';
import type {Targets} from './targets.ts';
import type {TextField} from './text-field.ts';
import type {Message} from '../../messages/text.ts';

/** `presets`: a line whose field has presets. */
type FieldKind = Field<unknown, never>['kind'] | 'presets';

/** A server read just before the review of an action; of several, the first. */
export type Reading = {at: number; server: GameServer} | {at: number; failure: Failure};

/**
A dialog is bound to its server by id when it opens; a list that re-sorts underneath changes nothing in it.
`edit`: fields are filled in. `review`: what would be sent is shown. `sending`: it has been sent.
*/
export type FormDialog = {
	kind: 'form';
	form: FormId;
	serverId: string;
	/** All the servers it is about, `serverId` the first of them; none where there is no server yet. */
	serverIds: readonly string[];
	subject: Subject | undefined;
	file?: PickedFile | undefined;
	openedAt: number;
	step: 'edit' | 'review' | 'sending';
	typed: Readonly<Record<string, TextField>>;
	/** How each field is filled in. */
	kinds: Readonly<Partial<Record<FieldId, FieldKind>>>;
	/** The field that has the focus in `edit`. */
	field: FieldId | undefined;
	problems: Readonly<Record<string, Message>>;
	/** The focus in `review`: the confirming field, the button that does nothing, the verb, or what a refusal offers. */
	button: 'confirm' | 'nothing' | 'verb' | 'offer';
	/** What was typed to confirm. */
	confirm: TextField;
	/** The server read just before the review; undefined while it is being read. */
	fresh: Reading | undefined;
	/** Pages scrolled back from where the focus is, on a screen too low for all of it. */
	back: number;
	/** The refusal of the last attempt. */
	failure: Failure | undefined;
};

/** `page` counts from zero. */
export type HelpDialog = {kind: 'help'; openedAt: number; page: number};

/** One pasted line. `armed`: it looks destructive, and was chosen to be sent once. */
export type PastedLine = {
	id: number;
	text: string;
	status: 'waiting' | 'armed' | 'sent' | 'dropped';
	danger: string | undefined;
	problem: Message | undefined;
};

/**
Several pasted lines for a server, or for the selected ones: each is sent or dropped by itself, and nothing happens by
default.
*/
export type PasteDialog = {
	kind: 'paste';
	/** Whose line they were pasted into. */
	serverId: string;
	/** To whom each line goes: who was meant when the review opened. */
	serverIds: readonly string[];
	openedAt: number;
	lines: readonly PastedLine[];
	/** The line that the buttons are about. */
	at: number;
	button: 'nothing' | 'send' | 'drop';
};

/** A short list of which one is chosen. */
export type MenuDialog = {
	kind: 'menu';
	menu: MenuId;
	/** What it is about, bound when it opens. */
	targets: Targets;
	openedAt: number;
	at: number;
	/** An Enter that comes sooner was not meant for it: it is held down since before, or somebody types for something else. */
	quietUntil?: number;
};
export const menuIds = ['sort', 'edit', 'span', 'task', 'copy', 'export'] as const;
export type MenuId = (typeof menuIds)[number];

/** What goes on by itself; `at` counts from the newest, `top` is the first row that is shown of it. */
export type JobsDialog = {kind: 'jobs'; openedAt: number; at: number; top: number};

/** Every command by name; `at` is the one under the cursor. */
export type PaletteDialog = {kind: 'palette'; openedAt: number; field: TextField; at: number};

export type Dialog = PaletteDialog | JobsDialog | FormDialog | HelpDialog | PasteDialog | MenuDialog;
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
	| {type: 'dialog/pasteChanged'; change: Partial<Pick<PasteDialog, 'lines' | 'at' | 'button'>>}
	| {type: 'dialog/paletteChanged'; change: Partial<Pick<PaletteDialog, 'field' | 'at'>>}
	| {type: 'dialog/menuChanged'; change: Partial<Pick<MenuDialog, 'at' | 'quietUntil'>>}
	| {type: 'dialog/jobsMoved'; at: number; top: number}
	| {type: 'dialog/helpTurned'; page: number};

export function reduceDialog(state: DialogState, event: DialogEvent): DialogState {
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
			return state?.kind === 'jobs' ? {...state, at: event.at, top: event.top} : state;
		case 'dialog/helpTurned':
			return state?.kind === 'help' ? {...state, page: event.page} : state;
	}
}
