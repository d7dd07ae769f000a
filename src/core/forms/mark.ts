import {line} from '../../actions/fields.ts';
import {localForm} from './form.ts';
import {printableLine} from '../../lib/text.ts';
import {notify} from '../notify.ts';
import {alternative, key, message} from '../../messages/text.ts';

/** Marks the moment at which it was opened, in every console, the timeline and the journal. */
export const markForm = localForm({
	id: 'mark',
	verb: 'Mark',
	title: () => 'Mark this moment',
	targetLabel: () => 'every console, the timeline and the journal',
	fields: {note: line('Note', 'what happens now, for those who read it later; may be empty')},
	run: async ({note = ''}, _, services) => {
		const {store, clock, newId} = services;
		const {dialog} = store.getState();
		const at = dialog?.kind === 'form' ? dialog.openedAt : clock.now();
		store.dispatch({type: 'marks/made', id: newId(), at, note: printableLine(note)});
		notify(
			services,
			'done',
			message`Marked; ${alternative(message`${key('console.previousLandmark')} and ${key('console.nextLandmark')} in a console go from mark to mark`, ':log and :timeline tell it')}.`,
		);
	},
});
