import type {KeyedAction} from '../../../actions/action.ts';
import type {KeyCommand} from '../state/program.ts';

type OwnParts = Omit<KeyCommand, 'action' | 'danger' | 'group' | 'needs'>;

/** Creates the command of a key that opens the dialog of an action. Its permission is that of the action. */
export const actionCommand = (action: KeyedAction, parts: OwnParts): KeyCommand => ({
	...parts,
	action,
	group: 'act',
	danger: true,
	...(action.permission && {needs: action.permission}),
});
