import type {EndpointName} from '../../../contract/endpoints/index.ts';
import type {Permission} from '../../../contract/permissions.ts';
import type {Scope} from './scope.ts';
import type {Settings} from '../settings.ts';
import type {FormRequest} from '../dialog-id.ts';
import type {MenuId} from '../dialog-state.ts';
import type {State} from '../../state.ts';
import type {Targets} from '../targets.ts';
import type {CommandId} from '../../../messages/command-ids.ts';
import type {Message} from '../../../messages/text.ts';

export const commandGroups = ['move', 'act', 'view', 'go'] as const;
export type CommandGroup = (typeof commandGroups)[number];

/** One thing that a key can do. The router, the hint bar, the help and the page of keys read this and nothing else. */
export type CommandInfo = {
	id: CommandId;
	/** Chords: a printable character, or a name such as `enter`, `ctrl+r`, `shift+tab`. */
	keys: readonly string[];
	scopes: readonly Scope[];
	/** Its group in the help of a pane: every command that works in one has it. */
	group?: CommandGroup;
	/** Two to four words: what the help and the palette call it. */
	title: string;
	/** One or two words for the hint bar, where the title has more. */
	short?: string;
	/** One sentence. */
	help: Message;
	/** Shown in the hint bar; `room` only where the others leave room. */
	hint?: true | 'room';
	/** Can change a server: not offered in read-only sessions. */
	danger?: true;
	/** The permission without which the service refuses it. It is said, and the service stays the judge. */
	needs?: Permission;
	/** Beyond the specification: in the palette only where the service has shown that it has such things. */
	extension?: EndpointName;
	/** Why it cannot work now. Looks only at state, and is cheap. */
	blocked?: (state: State, targets: Targets, settings: Settings) => Message | undefined;
};

/** What a command asks before it does anything: a dialog or menu of the TUI, questions of line mode. */
export type CommandQuestion = FormRequest | {menu: MenuId};
