import {tableOf} from '../../lib/maps.ts';
import type {CommandId} from '../../messages/command-ids.ts';

const dialogs = 'Dialogs are questions here: Tab fills in what is offered, Ctrl-C leaves them.';
const palette = 'Every line with a colon is one; :help names them.';
const noPanes = 'There are no panes here.';
const noCursor = 'There is no cursor to move: a number or name says what is meant.';
const wholeLog = ':log tells the last lines whole, :find searches them.';

/** Rooms of commands of which every one belongs to the line editor, or to how a question is asked. */
const rooms = tableOf<string>({
	field: 'It edits the line, here as there.',
	search: 'Ctrl-R fills the line with what was sent before and has in it what is typed.',
	dialog: dialogs,
	menu: 'Choices are a question here: a number or a word is the answer, Enter leaves it.',
	paste: 'Pasted lines are asked one by one.',
	help: ':help tells what there is.',
	palette,
	filter: 'The filter stands behind :servers.',
	timelineFilter: 'The filter stands behind :timeline.',
	facts: 'There is nothing to scroll: all of it is told.',
});

/** What moves a cursor or scrolls, wherever that is. */
const moves = new Set(['down', 'up', 'pageDown', 'pageUp', 'first', 'last']);

/** Commands of the deck, one by one, that no line with a colon takes the part of, and how it is here. */
export const tuiOnly: Readonly<Partial<Record<CommandId, string>>> = {
	'app.interrupt':
		'Ctrl-C clears the line, leaves a question, recalls what is held, and leaves the deck when pressed twice.',
	'app.suspend': 'Ctrl-Z gives the terminal to the shell, here as there.',
	'app.redraw': 'Ctrl-L says the prompt again.',
	'app.back': 'There is nowhere to go back from; Ctrl-C leaves a question.',
	'app.nextPane': noPanes,
	'app.previousPane': noPanes,
	'view.zoom': noPanes,
	'view.unzoom': noPanes,
	'input.send': 'Enter sends the line, here as there.',
	'input.previous': 'It goes through what was sent before, here as there.',
	'input.next': 'It goes through what was sent before, here as there.',
	'input.complete': 'Tab completes the line, here as there.',
	'input.completeBack': 'Shift-Tab goes back to the candidate before, here as there.',
	'input.edit': 'Ctrl-X opens the line in your editor, here as there.',
	'input.leave': 'There is always a line here; Ctrl-C leaves a question.',
	'input.end': 'Ctrl-D leaves the deck when the line is empty.',
	'console.previousCommand': wholeLog,
	'console.nextCommand': wholeLog,
	'console.previousLandmark': wholeLog,
	'console.nextLandmark': wholeLog,
	'console.raw': 'Answers are told as they came.',
	'console.nextMatch': ':find tells all that it finds.',
	'console.previousMatch': ':find tells all that it finds.',
	'console.searchUp': ':find tells all that it finds.',
	'console.searchDown': ':find tells all that it finds.',
	'console.keepSearch': ':find tells all that it finds.',
	'console.leaveSearch': ':find tells all that it finds.',
	'results.back': 'There is nowhere to go back from.',
	'rows.next': noCursor,
	'rows.previous': noCursor,
	'timeline.enter': noCursor,
	'take.stop': 'Ctrl-C stops an export that is being written.',
	'jobs.leave': ':jobs asks nothing that could be left.',
};

/** How it is here with a command of the deck that no line takes the part of; undefined where nothing is known of that. */
export function insteadOf(id: CommandId): string | undefined {
	const [room = '', verb = ''] = id.split('.', 2);
	return tuiOnly[id] ?? rooms.get(room) ?? (moves.has(verb) ? noCursor : undefined);
}
