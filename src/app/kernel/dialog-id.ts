import type {Typed} from '../../actions/action.ts';
import type {Subject} from '../../actions/context.ts';
import type {ActionId} from '../../actions/ids.ts';

/** Dialogs that concern only this machine. */
type LocalId = 'export' | 'export-timeline' | 'mark' | 'transcript';
/** A dialog of an action has its id; over several servers it may be another dialog. */
export type FormId = ActionId | 'start-many' | 'stop-many' | 'restart-many' | 'broadcast-many' | LocalId;

/** A form to be asked, by a dialog or by questions: about these servers or something else, with answers known already. */
export type FormRequest = {
	form: FormId;
	serverIds: readonly string[];
	subject?: Subject | undefined;
	typed?: Typed;
};
