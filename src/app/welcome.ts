import type {CommandId} from '../messages/command-ids.ts';
import type {Program} from './kernel/program.ts';

/** What the welcome says to press: whoever does has read it. */
const named: ReadonlySet<CommandId> = new Set(['app.help', 'app.palette', 'app.input']);

/** The keys that the welcome names hide it in this session, Esc for good. Each does what it always does as well. */
export function hideWelcome({store, files}: Program, chord: string, command: CommandId | undefined): void {
	if (!store.getState().view.welcome) return;
	const isDismissed = chord === 'esc';
	if (!isDismissed && (command === undefined || !named.has(command))) return;
	store.dispatch({type: 'view/changed', change: {welcome: false}});
	if (isDismissed) files.dismissWelcome();
}
