import {actionWords} from '../messages/actions.ts';

/** Every operation has words: their table is the one list of ids. */
export type ActionId = keyof typeof actionWords;

export const isActionId = (text: string): text is ActionId => Object.hasOwn(actionWords, text);
