import type {KeyedAction} from '../../../actions/action.ts';
import type {EndpointName} from '../../../contract/endpoints/index.ts';
import type {Permission} from '../../../contract/permissions.ts';
import type {Scope} from './scope.ts';
import type {Settings} from '../state/settings.ts';
import type {FormRequest} from '../dialogs/dialog-id.ts';
import type {MenuId} from '../dialogs/dialog-state.ts';
import type {State} from '../../state.ts';
import type {Targets} from '../state/targets.ts';
import type {CommandId} from '../../../messages/key-words.ts';
import type {Message} from '../../../messages/text.ts';

export const commandGroups = ['move', 'view', 'act', 'go'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** What a key can do. The router, the hint bar, the help and the page of keys read only this. */
export type CommandInfo = {
	id: CommandId;
	/** Chords: a printable character, or a name such as `enter`, `ctrl+r` or `shift+tab`. */
	keys: readonly string[];
	scopes: readonly Scope[];
	/** Its group in the help of a pane. Every command that works in a pane has one. */
	group?: CommandGroup;
	/** Two to four words, for the help and the palette. */
	title: string;
	/** One or two words for the hint bar, if the title is longer. */
	short?: string;
	/** One sentence. */
	help: Message;
	/** Other words that find it in the palette. */
	search?: string;
	/** Shown in the hint bar; with `room`, only if there is room left. */
	hint?: true | 'room';
	/** Only of a configured command: it acts at once, so its key must not be a lowercase letter. */
	acts?: boolean;
	/** Can change a server, so it is not offered in read-only sessions. */
	danger?: true;
	/** Opens the dialog of this action, also in line mode. */
	action?: KeyedAction;
	/** The permission that it needs. The user is warned, but the service decides. */
	needs?: Permission;
	/** The extension of the specification that it needs. The palette lists it only once the service has offered it. */
	extension?: EndpointName;
	/** Returns why it cannot run now. Reads only state, and is cheap. */
	blocked?: (state: State, targets: Targets, settings: Settings) => Message | undefined;
};

/** What a command asks first: a dialog or menu in the TUI, questions in line mode. */
export type CommandQuestion = FormRequest | {menu: MenuId};
