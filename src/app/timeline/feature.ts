import {textField} from '../../actions/fields.ts';
import type {Field} from '../../actions/field.ts';
import {type FormContext, localForm} from '../kernel/dialogs/form.ts';
import {printableLine} from '../../lib/text/text.ts';
import {canShare, shareWithTeam} from '../team-journal/follow.ts';
import {notify} from '../kernel/state/notify.ts';
import {timelineMessages} from '../../messages/timeline.ts';
import {
	createFirstOfChange,
	createFirstOfOperation,
	isByOthers,
	printableActivity,
} from '../../actions/activity.ts';
import type {PastEntry} from '../kernel/state/journal.ts';
import type {Services} from '../kernel/state/services.ts';
import {afterFirstList} from '../kernel/state/wait-until.ts';
import type {Feature} from '../kernel/state/feature.ts';
import {stateChangesOf} from '../servers/crashes.ts';
import type {PastEvent} from '../console/record/buffer.ts';
import type {FleetState} from '../servers/fleet.ts';
import {layoutOf} from '../kernel/screens/layout.ts';
import {forgetAxis} from './axis.ts';
import {timelineCommands} from './timeline-commands.ts';

/** Nobody shares a note by accident: the team is the second choice, if the service keeps a journal of the team. */
const audienceField: Field<'me' | 'team', FormContext> = {
	kind: 'choice',
	label: timelineMessages.bookmark.audience.label,
	hint: timelineMessages.bookmark.audience.hint,
	choices: ({state, settings}) => [
		{value: 'me', label: timelineMessages.bookmark.audience.me},
		...(canShare(state, settings) ? [{value: 'team', label: timelineMessages.bookmark.audience.team}] : []),
	],
	read: text => (text === 'team' ? 'team' : 'me'),
};

/** Sets a bookmark at this moment, in every console, the timeline and the journal, and for the team if asked. */
export const bookmarkForm = localForm({
	id: 'bookmark',
	verb: 'Bookmark',
	title: () => timelineMessages.bookmark.title,
	fields: {
		note: textField('Note', timelineMessages.bookmark.noteHint, timelineMessages.bookmark.emptyIsNone),
		audience: audienceField,
	},
	run: async ({note = '', audience}, _, services) => {
		const {store, clock, newId} = services;
		const text = printableLine(note);
		store.dispatch({type: 'bookmarks/added', id: newId(), at: clock.now(), note: text});
		const isShared =
			audience === 'team' && shareWithTeam(services, [{what: 'note', serverId: undefined, text}]);
		notify(services, 'done', timelineMessages.bookmark.set(isShared));
	},
});

/** Covers the last days of a usual team, and is read in a few milliseconds. */
const maxPast = 500;

/** Loads what earlier sessions saw for the timeline, once there is a list. The first frame does not wait for it. */
export function loadHistory({store, journal, clock}: Services): () => void {
	const load = async () => {
		const isFirstOfChange = createFirstOfChange();
		const past = (await journal.past(maxPast))
			.map(printableEntry)
			.filter(entry => entry.kind !== 'note' || isFirstOfChange(entry.serverId, entry.activity));
		if (past.length === 0) return;
		const isFirst = createFirstOfOperation();
		const entries = past.filter(entry => entry.kind !== 'note' || isFirst(entry.activity));
		store.dispatch({type: 'timeline/loaded', past: entries});
		const notes = past.filter(entry => entry.kind === 'note');
		store.dispatch({type: 'fleet/changesLoaded', at: clock.now(), changes: stateChangesOf(notes)});
		const {servers} = store.getState().fleet;
		store.dispatch({type: 'console/allChanged', all: notes.flatMap(note => pastEvents(note, servers))});
	};
	return afterFirstList({store}, load);
}

/** Returns the entry for the console of its server. What others did is shown only in the timeline, as during a session. */
const pastEvents = (
	{id, at, serverId, activity}: Extract<PastEntry, {kind: 'note'}>,
	servers: FleetState['servers'],
): PastEvent[] =>
	serverId === undefined || !servers.has(serverId) || isByOthers(activity)
		? []
		: [{type: 'console/pastNoted', id: `past:${id}`, at, serverId, activity}];

function printableEntry(entry: PastEntry): PastEntry {
	const server = entry.server === undefined ? undefined : printableLine(entry.server);
	switch (entry.kind) {
		case 'note':
			return {...entry, server, activity: printableActivity(entry.activity)};
		case 'bookmark':
			return {...entry, server, text: printableLine(entry.text)};
		case 'gap':
			return {...entry, server};
	}
}

export const timelineFeature: Feature = {
	id: 'timeline',
	commands: timelineCommands,
	dialogs: [bookmarkForm],
	effects: [loadHistory, freeHiddenTimeline],
};

/** Frees the memory of the timeline when the user goes to a screen without it. */
function freeHiddenTimeline({store}: Services): () => void {
	let {pane} = store.getState().view;
	return store.subscribe(() => {
		const {session, view} = store.getState();
		if (view.pane !== pane && !layoutOf(view).panes.timeline) forgetAxis(session);
		({pane} = view);
	});
}
