import type {KeyedAction} from '../../../actions/action.ts';
import {actionWords} from '../../../messages/actions.ts';
import type {Command} from '../state/program.ts';

type OwnParts = Omit<Command, 'action' | 'danger' | 'group' | 'help' | 'needs' | 'short' | 'title'>;

/** Creates the command of a key that opens the dialog of an action. Its words and permission are those of the action. */
export const actionCommand = (action: KeyedAction, parts: OwnParts): Command => ({
	...parts,
	action,
	group: 'act',
	danger: true,
	...actionWords[action.id].key,
	...(action.permission && {needs: action.permission}),
});
