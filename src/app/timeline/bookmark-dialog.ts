import {textField} from '../../actions/fields.ts';
import {localForm} from '../kernel/form.ts';
import {printableLine} from '../../lib/text.ts';
import {canShare, shareWithTeam} from '../team-journal/share.ts';
import {notify} from '../kernel/notify.ts';
import {timelineMessages} from '../../messages/timeline.ts';

/** Sets a bookmark at this moment, in every console, the timeline and the journal, and for the team. */
export const bookmarkForm = localForm({
	id: 'bookmark',
	verb: 'Bookmark',
	title: () => timelineMessages.bookmark.title,
	targetLabel: ({state, settings}) => timelineMessages.bookmark.target(canShare(state, settings)),
	fields: {
		note: textField('Note', timelineMessages.bookmark.noteHint, timelineMessages.bookmark.emptyIsNone),
	},
	run: async ({note = ''}, _, services) => {
		const {store, clock, newId} = services;
		const text = printableLine(note);
		store.dispatch({type: 'bookmarks/added', id: newId(), at: clock.now(), note: text});
		const isShared = shareWithTeam(services, [{what: 'note', serverId: undefined, text}]);
		notify(services, 'done', timelineMessages.bookmark.set(isShared));
	},
});
