import type {Activity} from '../../actions/activity.ts';
import {FieldProblem} from '../../actions/field.ts';
import {textField} from '../../actions/fields.ts';
import {nameOf} from '../../actions/names.ts';
import {printableLine} from '../../lib/text/text.ts';
import {playerNoteMessages as messages} from '../../messages/players.ts';
import {localForm} from '../kernel/dialogs/form.ts';
import {notify} from '../kernel/state/notify.ts';

/** Keeps a note about a player in the journal, by the id and the game. */
export const notePlayerForm = localForm({
	id: 'note-player',
	verb: messages.verb,
	title: ({subject}) => messages.title(subject?.name),
	targetLabel: () => messages.target,
	fields: {
		note: textField(messages.text.label, messages.text.hint, messages.text.none),
		flag: {
			kind: 'choice',
			label: messages.flag.label,
			hint: messages.flag.hint,
			choices: [
				{value: '', label: messages.flag.keep},
				{value: 'yes', label: messages.flag.on},
				{value: 'no', label: messages.flag.off},
			],
			read: text => text,
		},
	},
	run: async ({note, flag}, {server, subject}, services) => {
		if (note === undefined && flag === '') throw new FieldProblem(messages.missing);
		const {store, clock, journal, newId} = services;
		const {id = '', name = ''} = subject ?? {};
		const activity: Activity = {
			type: 'action',
			action: 'note-player',
			operationId: newId(),
			targetCount: 1,
			input: {
				playerId: id,
				name,
				...(server.gameType !== undefined && {game: server.gameType}),
				...(note !== undefined && {text: printableLine(note)}),
				...(flag !== '' && {flag}),
			},
			outcome: 'accepted',
		};
		const noted = {id: newId(), at: clock.now(), serverId: server.id, server: nameOf(server)};
		journal.keep([{kind: 'note', ...noted, activity}]);
		await journal.flush();
		notify(services, 'done', messages.noted(name));
		store.dispatch({type: 'players/historyRead', playerId: id, entries: await journal.playerHistory(id)});
		store.dispatch({type: 'players/flagsRead', ids: await journal.flagged()});
	},
});
