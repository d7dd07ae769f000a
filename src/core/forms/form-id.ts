import type {ActionId} from '../../actions/ids.ts';

/** Dialogs that concern only this machine. */
type LocalId = 'export' | 'mark' | 'transcript';
/** A dialog of an action has its id; over several servers it may be another dialog. */
export type FormId = ActionId | 'start-many' | 'stop-many' | 'restart-many' | 'broadcast-many' | LocalId;
