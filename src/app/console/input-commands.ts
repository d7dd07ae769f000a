import {editDraft} from './edit-draft.ts';
import {sendLine} from './send-line.ts';
import {candidatesFor, emptyOfferReason} from './candidates.ts';
import {beginCompletion, continueCompletion, type Completed} from './completion.ts';
import {walkOf} from './history.ts';
import {changeInput, draft, openLine} from './line.ts';
import {shownRun} from '../multi-command/results-view.ts';
import {notify} from '../kernel/notify.ts';
import type {Services} from '../kernel/services.ts';
import {fieldOf} from '../kernel/text-field.ts';
import type {Command} from '../kernel/command.ts';
import {key, message} from '../../messages/text.ts';

const inInput = ['input'] as const;

/** Walks what was sent; what was being typed comes back at the end. */
const recall = (by: 1 | -1) => (services: Services) => {
	const state = services.store.getState();
	const line = openLine(state);
	if (!line) return;
	const {serverId, field} = line;
	const {lines} = walkOf(state, serverId);
	const walking = state.input.recall?.serverId === serverId ? state.input.recall : undefined;
	const back = (walking?.back ?? 0) - by;
	if (back < 0 || back > lines.length) {
		notify(services, 'info', by === 1 ? 'This is the newest line.' : 'Nothing older is known.', {
			about: 'server',
		});
		return;
	}
	const before = walking?.draft ?? field;
	draft(services, serverId, back === 0 ? before : fieldOf(lines.at(-back) ?? ''));
	changeInput(services, {recall: back === 0 ? undefined : {serverId, back, draft: before}});
};

const complete = (by: 1 | -1) => (services: Services) => {
	const {store, settings} = services;
	const state = store.getState();
	const line = openLine(state);
	if (!line) return;
	const {serverId, field} = line;
	const {completion} = state.input;
	let done: Completed;
	if (completion?.serverId === serverId) done = continueCompletion(completion, by);
	else {
		const candidates = candidatesFor(state, serverId, field, settings.aliases);
		if (candidates.length === 0)
			notify(services, 'info', emptyOfferReason(state, serverId, field), {about: 'server'});
		done = beginCompletion(serverId, field, candidates);
	}
	draft(services, serverId, done.field);
	changeInput(services, {completion: done.completion});
};

/** First away with the candidates, then out of the line. */
function leave(services: Services): void {
	const {store} = services;
	const state = store.getState();
	const {completion} = state.input;
	if (completion && completion.serverId === openLine(state)?.serverId) {
		draft(services, completion.serverId, completion.before);
		changeInput(services, {completion: undefined});
		return;
	}
	changeInput(services, {completion: undefined, search: undefined});
	// Where nothing has been sent there is nothing to stay for.
	const isUnused = state.view.toMarked && shownRun(state) === undefined;
	const change = {input: false, toMarked: false, ...(isUnused && {pane: 'servers' as const})};
	store.dispatch({type: 'view/changed', change});
}

/** The line in which RCON commands are typed. */
export const inputCommands: readonly Command[] = [
	{
		id: 'input.send',
		keys: ['enter'],
		scopes: inInput,
		title: 'send',
		help: 'Sends the command and waits for its answer; behind "& " it is sent without waiting. The prompt says to whom.',
		hint: true,
		run: sendLine,
	},
	{
		id: 'input.previous',
		keys: ['up'],
		scopes: inInput,
		title: 'history',
		help: 'Fills in the line sent before to this server, and beyond those what was sent to others of its game.',
		hint: true,
		run: recall(-1),
	},
	{
		id: 'input.next',
		keys: ['down'],
		scopes: inInput,
		title: 'newer',
		help: 'Fills in the next newer line.',
		run: recall(1),
	},
	{
		id: 'input.complete',
		keys: ['tab'],
		scopes: inInput,
		title: 'complete',
		help: 'Completes commands, maps, players and lines sent before; again for the next candidate.',
		hint: true,
		run: complete(1),
	},
	{
		id: 'input.completeBack',
		keys: ['shift+tab'],
		scopes: inInput,
		title: 'complete back',
		help: 'Goes back to the candidate before.',
		run: complete(-1),
	},
	{
		id: 'input.edit',
		keys: ['ctrl+x'],
		scopes: inInput,
		title: 'editor',
		help: 'Opens the line in your editor ($VISUAL or $EDITOR); what is saved comes back and is not sent.',
		run: services => void editDraft(services),
	},
	{
		id: 'input.leave',
		keys: ['esc'],
		scopes: inInput,
		title: 'leave',
		help: 'Closes the candidates, else leaves the input; the text stays.',
		hint: true,
		run: leave,
	},
	{
		id: 'input.end',
		keys: ['ctrl+d'],
		scopes: inInput,
		title: 'leave',
		help: 'Leaves the input when the line is empty.',
		run: services => {
			const line = openLine(services.store.getState());
			if (!line || line.field.text === '') leave(services);
			else
				notify(
					services,
					'info',
					message`The line is not empty: ${key('field.toStart')} clears it, ${key('input.leave')} leaves it.`,
					{about: 'server'},
				);
		},
	},
];
