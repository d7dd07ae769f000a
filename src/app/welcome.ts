import type {CommandId} from '../messages/command-ids.ts';
import type {Program} from './kernel/state/program.ts';

/** The keys that the welcome names: whoever presses one has read it. */
const named: ReadonlySet<CommandId> = new Set(['app.help', 'app.palette', 'app.input']);

/**
Hides the welcome: for this session if one of the keys that it names is pressed, permanently on Esc. Each key
still runs its command.
*/
export function hideWelcome({store, files}: Program, chord: string, command: CommandId | undefined): void {
	if (!store.getState().view.welcome) return;
	const isDismissed = chord === 'esc';
	if (!isDismissed && (command === undefined || !named.has(command))) return;
	store.dispatch({type: 'view/changed', change: {welcome: false}});
	if (isDismissed) files.dismissWelcome();
}
