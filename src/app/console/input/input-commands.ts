import {changeInput, draft, openLine} from './open-line.ts';
import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {fieldOf} from '../../kernel/text/text-field.ts';
import {linesOf, reviewPaste} from '../send/paste.ts';
import {disarm, sendLine} from '../send/send-line.ts';
import {
	beginCompletion,
	candidatesFor,
	type Completed,
	continueCompletion,
	emptyOfferReason,
} from './completion.ts';
import {walkOf} from './history.ts';
import type {KeyCommand} from '../../kernel/state/program.ts';
import {consoleInputMessages} from '../../../messages/console.ts';

/** Handles Ctrl-X: replaces the input with the text saved in the editor. Several lines are reviewed like a paste. */
async function editDraft(services: Services): Promise<void> {
	const {frontEnd, store} = services;
	const line = openLine(store.getState());
	if (!line) return;
	const edited = await frontEnd.edit(line.field.text);
	if ('problem' in edited) {
		notify(services, 'warning', edited.problem);
		return;
	}
	const lines = linesOf(edited.text);
	if (lines.length > 1) reviewPaste(services, line.serverId, lines);
	else draft(services, line.serverId, fieldOf(lines[0] ?? ''));
}

const inInput = ['input'] as const;

/** Walks through the history; the unsent input comes back at the end. */
const browse = (by: 1 | -1) => (services: Services) => {
	const state = services.store.getState();
	const line = openLine(state);
	if (!line) return;
	const {serverId, field} = line;
	const {lines} = walkOf(state, serverId);
	const walking = state.input.browsing?.serverId === serverId ? state.input.browsing : undefined;
	const back = (walking?.back ?? 0) - by;
	if (back < 0 || back > lines.length) {
		notify(services, 'info', by === 1 ? consoleInputMessages.isNewest : consoleInputMessages.nothingOlder, {
			about: 'server',
		});
		return;
	}
	const before = walking?.draft ?? field;
	draft(services, serverId, back === 0 ? before : fieldOf(lines.at(-back) ?? ''));
	changeInput(services, {browsing: back === 0 ? undefined : {serverId, back, draft: before}});
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

/** Leaves one level per press: first the pending confirmation, then the candidates, then the input. */
function leave(services: Services): void {
	const {store} = services;
	const state = store.getState();
	const {armed, completion} = state.input;
	if (armed) {
		disarm(services);
		return;
	}
	if (completion && completion.serverId === openLine(state)?.serverId) {
		draft(services, completion.serverId, completion.before);
		changeInput(services, {completion: undefined});
		return;
	}
	changeInput(services, {completion: undefined, search: undefined});
	// If nothing was sent, the results pane has nothing to show.
	const isUnused = state.view.toSelection && state.results.viewState.runId === undefined;
	const change = {input: false, toSelection: false, ...(isUnused && {pane: 'servers' as const})};
	store.dispatch({type: 'view/changed', change});
}

export const inputCommands: readonly KeyCommand[] = [
	{
		id: 'input.send',
		keys: ['enter'],
		scopes: inInput,
		hint: true,
		run: sendLine,
	},
	{
		id: 'input.previous',
		keys: ['up'],
		scopes: inInput,
		hint: true,
		run: browse(-1),
	},
	{
		id: 'input.next',
		keys: ['down'],
		scopes: inInput,
		run: browse(1),
	},
	{
		id: 'input.complete',
		keys: ['tab'],
		scopes: inInput,
		hint: true,
		run: complete(1),
	},
	{
		id: 'input.completeBack',
		keys: ['shift+tab'],
		scopes: inInput,
		run: complete(-1),
	},
	{
		id: 'input.edit',
		keys: ['ctrl+x'],
		scopes: inInput,
		run: services => void editDraft(services),
	},
	{
		id: 'input.leave',
		keys: ['esc'],
		scopes: inInput,
		hint: true,
		run: leave,
	},
	{
		id: 'input.end',
		keys: ['ctrl+d'],
		scopes: inInput,
		run: services => {
			const line = openLine(services.store.getState());
			if (!line || line.field.text === '') leave(services);
			else notify(services, 'info', consoleInputMessages.notEmpty, {about: 'server'});
		},
	},
];
