import type {Typed} from '../../actions/action.ts';
import type {Subject} from '../../actions/context.ts';
import type {ActionId} from '../../actions/ids.ts';

/** Dialogs that concern only this machine. */
export const localIds = ['export', 'export-timeline', 'bookmark', 'transcript'] as const;
/** The dialog of an action has its id. */
export type FormId = ActionId | (typeof localIds)[number];

/** A form to be asked, by a dialog or by questions: about these servers or something else, with answers known already. */
export type FormRequest = {
	form: FormId;
	serverIds: readonly string[];
	subject?: Subject | undefined;
	typed?: Typed;
};
