import {formatDuration} from '../lib/ago.ts';
import {plural} from '../lib/plural.ts';
import {serverMessages} from './servers.ts';
import {gap, joinMessages, key, message, type Message} from './text.ts';

/** The dialog of an action, and what becomes of it once it is confirmed. */
export const dialogMessages = {
	steps: {edit: 'step 1 of 2', review: 'step 2 of 2', sending: 'sending'},
	/** `hasDocument`: a field is edited outside; `isLocal`: nothing is sent. */
	editFooter: (hasDocument: boolean, isLocal: boolean): Message =>
		message`${hasDocument ? message`${key('dialog.edit')} editor   ` : ''}${key('dialog.enter')} ${isLocal ? 'does it' : 'goes on to the review'}   ${key('dialog.next')} next field   ${key('dialog.leave')} leaves`,
	reviewFooter: message`${key('dialog.next')} or ${key('dialog.right')} moves on   ${key('dialog.enter')} presses   ${key('dialog.leave')} leaves`,
	/** `count`: how many can be filled in. */
	hintWithOffers: (hint: Message, count: number): Message =>
		message`${hint}; ${key('dialog.offer')} fills one in (${count})`,
	problemOf: (label: string, problem: Message): Message => message`${label}: ${problem}`,
	noAnswerYet: 'It has been sent; the service has not answered yet.',
	readingServer: 'The server is being read again: a moment.',
	typeToConfirm: (word: string) => `Type ${word} to confirm.`,
	confirmPrompt: (word: string) => `Type ${word} to confirm:`,
	cannotBeSent: 'It cannot be sent as it is.',
	nothingOffered: 'Nothing is offered for this field.',
	noDocument: 'Nothing in this dialog is edited outside of it.',
	noSuchPath: 'Nothing begins like that.',
	/** `more`: how many paths are not named. */
	paths: (names: readonly string[], more: number) =>
		`${names.join('  ')}${more > 0 ? ` and ${more} more` : ''}`,
	doNothing: 'Do nothing',
	/** The button of an action that was sent. */
	verbSent: (verb: string) => `${verb} sent…`,
	/** What a refusal offers instead. */
	offers: {
		forceStop: 'Force the stop',
		cancelOther: 'Cancel the other',
		start: 'Start it',
		restart: 'Restart it',
		stop: 'Stop it',
	},
	failed: (verb: string, failure: string, mayHaveRun: boolean) =>
		`${verb}: ${failure}${mayHaveRun ? ' It may have been carried out.' : ''}`,
	undoWindowOver: (action: string) => `${action}: sent, the service has not answered yet.`,
	undone: (action: string) => `Recalled: ${action}. Nothing was sent.`,
};

/** What should be known before an action is sent. */
export const reviewMessages = {
	labels: {
		target: 'Target',
		problems: 'Cannot be sent',
		requests: 'Will send',
		effect: 'Effect',
		undo: 'Undo',
		commandLine: 'Same as',
		now: 'Right now',
		recent: 'Heads-up',
	},
	undoWindow: (seconds: number): Message =>
		message`It is held back for ${seconds} s, in which ${key('view.undo')} recalls it.`,
	team: (team: string | undefined, profile: string) => `${team ?? 'team not known'} [${profile}]`,
	target: (target: string, team: string): Message => joinMessages([target, team], gap),
	server: (name: string, gameType: string | undefined, node: string | undefined) => {
		const where = [gameType, node && `node ${node}`].filter(Boolean).join(', ');
		return `${name}${where ? ` (${where})` : ''}`;
	},
	/** `actsOn`: how many of them are acted on, where these are not all. */
	servers: (count: number, actsOn: number | undefined) =>
		`${actsOn === undefined ? '' : `${actsOn} of `}${count} servers`,
	neverRead: 'never read',
	age: (seconds: number) => `${seconds} s old`,
	readingFailed: (facts: string, age: string, failure: string) =>
		`${facts} (${age}; reading again failed: ${failure})`,
	readJustNow: (facts: string): Message => joinMessages([facts, 'read just now'], gap),
	readingAgain: (facts: string): Message => joinMessages([facts, 'reading again…'], gap),
	players: (online: number, max: number | undefined) =>
		`${online} of ${max === undefined ? '? players' : plural(max, 'player')}`,
	stateAndPlayers: (state: string | undefined, players: string) =>
		`${state ?? serverMessages.noState}, ${players}`,
	/** `states`: how many servers are in each. */
	statesAndPlayers: (states: readonly (readonly [state: string, count: number])[], players: string) =>
		`${states.map(([state, count]) => `${count} ${state}`).join(', ')}; ${players}`,
	recentOn: (server: string, text: string) => `${server}: ${text}`,
	more: (count: number) => `and ${count} more`,
	moreRequests: (count: number) => `and the same to ${count} more, one after another`,
	commandByOther: (command: string, ageMs: number) =>
		`Someone else ran "${command}" here ${formatDuration(ageMs)} ago.`,
	stateByOther: (server: string, state: string | undefined, ageMs: number) =>
		`${server} became ${state ?? 'stateless'} ${formatDuration(ageMs)} ago, and not by an act from here.`,
};

/** Titles and help of the keys of dialogs. */
export const dialogCommandMessages = {
	enter: {title: 'Continue or confirm', help: 'Continue to the review; there, press the focused button'},
	next: {title: 'Next field', help: 'Go to the next field or button'},
	previous: {
		title: 'Previous field',
		help: 'Go to the previous field or button; from the first button, back to the fields',
	},
	right: {title: 'Next choice', help: 'Select the next option or button'},
	left: {title: 'Previous choice', help: 'Select the previous option or button'},
	offer: {
		title: 'Fill in suggestion',
		help: 'Fill in the next suggestion, such as a message from your settings',
	},
	pageUp: {
		title: 'Page up',
		help: 'Scroll up if the dialog is taller than the screen',
	},
	pageDown: {title: 'Page down', help: 'Scroll down to the focused field'},
	edit: {
		title: 'Open in editor',
		help: 'Edit a multi-line field, such as the steps of an automation, in your editor ($VISUAL or $EDITOR)',
	},
	leave: {title: 'Close dialog', help: 'Close the dialog without sending anything'},
};

/** Titles and help of the keys of the help. */
export const helpCommandMessages = {
	down: {title: 'Next page', help: 'Go to the next page'},
	up: {title: 'Previous page', help: 'Go to the previous page'},
	first: {title: 'First page', help: 'Go to the first page'},
	last: {title: 'Last page', help: 'Go to the last page'},
	leave: {title: 'Close help', help: 'Close the help'},
};

/** Titles and help of the keys of text fields. */
export const fieldCommandMessages = {
	left: {title: 'Cursor left', help: 'Move the cursor left'},
	right: {title: 'Cursor right', help: 'Move the cursor right'},
	home: {title: 'Start of line', help: 'Move the cursor to the start'},
	end: {title: 'End of line', help: 'Move the cursor to the end'},
	backspace: {title: 'Delete previous character', help: 'Delete the character before the cursor'},
	delete: {title: 'Delete next character', help: 'Delete the character under the cursor'},
	word: {title: 'Delete previous word', help: 'Delete the word before the cursor'},
	toStart: {title: 'Delete to start', help: 'Delete everything before the cursor'},
	toEnd: {title: 'Delete to end', help: 'Delete everything after the cursor'},
};
