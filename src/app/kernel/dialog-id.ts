import type {Subject} from '../../actions/context.ts';
import type {ActionId} from '../../actions/ids.ts';
import type {ActionFieldId} from '../../actions/index.ts';

/** Dialogs that concern only this machine. */
export const localIds = ['export', 'export-timeline', 'bookmark', 'transcript'] as const;
/** The dialog of an action has its id. */
export type FormId = ActionId | (typeof localIds)[number];

/** Fields of dialogs that concern only this machine, and what an edit was opened with. */
type LocalFieldId = 'format' | 'name' | 'note' | 'opened' | 'range';
export type FieldId = ActionFieldId | LocalFieldId;

/** What is typed into fields before they are asked. */
export type Answers = Readonly<Partial<Record<FieldId, string>>>;

/** A form to be asked, by a dialog or by questions: about these servers or something else, with answers known already. */
export type FormRequest = {
	form: FormId;
	serverIds: readonly string[];
	subject?: Subject | undefined;
	typed?: Answers;
};
