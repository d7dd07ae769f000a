import type {Subject} from '../../../actions/context.ts';
import type {ActionId} from '../../../messages/actions.ts';
import type {ActionFieldId} from '../../../actions/index.ts';
import type {CustomCommandId} from '../../../messages/key-words.ts';

/** Dialogs that affect only this machine. */
export const localIds = ['export', 'export-timeline', 'bookmark', 'transcript', 'note-player'] as const;
/** The dialog of an action has the action's id. */
export type FormId = ActionId | (typeof localIds)[number] | CustomCommandId;

/**
Fields of dialogs that affect only this machine; `opened`, the text with which an editor was opened, and `formed`, the texts that a
form made of a record.
*/
type LocalFieldId = 'audience' | 'flag' | 'format' | 'formed' | 'name' | 'note' | 'opened' | 'range' | 'run';
export type FieldId = ActionFieldId | LocalFieldId;

/** Field values that are known before the dialog opens. */
export type Answers = Readonly<Partial<Record<FieldId, string>>>;

/** A form to open as a dialog or as questions, for these servers or another subject, with the answers known so far. */
export type FormRequest = {
	form: FormId;
	serverIds: readonly string[];
	subject?: Subject | undefined;
	typed?: Answers;
};
