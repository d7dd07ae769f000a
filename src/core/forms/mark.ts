import {line} from './fields.ts';
import {form} from './form.ts';
import {printableLine} from '../../lib/text.ts';
import {notify} from '../notify.ts';
import {alternative, key, message} from '../../messages/text.ts';

/** Marks the moment at which it was opened, in every console, the timeline and the journal. */
export const markForm = form({
	id: 'mark',
	verb: 'Mark',
	operation: undefined,
	local: true,
	title: () => 'Mark this moment',
	target: () => 'every console, the timeline and the journal',
	fields: {note: line('Note', 'what happens now, for those who read it later; may be empty')},
	plan: ({note = ''}) => ({
		requests: [],
		effect: ['A mark stands at this moment; nothing is sent.'],
		sameAs: undefined,
		friction: 'review',
		send: async (_api, services) => {
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
	}),
});
