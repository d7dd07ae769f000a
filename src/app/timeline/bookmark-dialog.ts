import {textField} from '../../actions/fields.ts';
import {localForm} from '../dialogs/form.ts';
import {printableLine} from '../../lib/text.ts';
import {notify} from '../kernel/notify.ts';
import {alternative, key, message} from '../../messages/text.ts';

/** Marks this moment, in every console, the timeline and the journal. */
export const markForm = localForm({
	id: 'mark',
	verb: 'Mark',
	title: () => 'Mark this moment',
	targetLabel: () => 'every console, the timeline and the journal',
	fields: {note: textField('Note', 'what happens now, for those who read it later; may be empty')},
	run: async ({note = ''}, _, services) => {
		const {store, clock, newId} = services;
		store.dispatch({type: 'marks/made', id: newId(), at: clock.now(), note: printableLine(note)});
		notify(
			services,
			'done',
			message`Marked; ${alternative(message`${key('console.previousLandmark')} and ${key('console.nextLandmark')} in a console go from mark to mark`, ':log and :timeline tell it')}.`,
		);
	},
});
