import {textField} from '../../actions/fields.ts';
import {localForm} from '../kernel/form.ts';
import {printableLine} from '../../lib/text.ts';
import {shareWithTeam} from '../team-journal/share.ts';
import {notify} from '../kernel/notify.ts';
import {timelineMessages} from '../../messages/timeline.ts';

/** Sets a bookmark at this moment, in every console, the timeline and the journal. */
export const bookmarkForm = localForm({
	id: 'bookmark',
	verb: 'Bookmark',
	title: () => timelineMessages.bookmark.title,
	targetLabel: () => timelineMessages.bookmark.target,
	fields: {
		note: textField('Note', timelineMessages.bookmark.noteHint, timelineMessages.bookmark.emptyIsNone),
	},
	run: async ({note = ''}, _, services) => {
		const {store, clock, newId} = services;
		const text = printableLine(note);
		store.dispatch({type: 'bookmarks/added', id: newId(), at: clock.now(), note: text});
		shareWithTeam(services, [{what: 'note', serverId: undefined, text}]);
		notify(services, 'done', timelineMessages.bookmark.set);
	},
});
