import {type AcceptedAction, given, type JournalWords} from './action-words.ts';
import {automationActionWords} from './automations.ts';
import {broadcastActionWords} from './broadcast.ts';
import {taskActionWords} from './nodes.ts';
import {playerActionWords, playerNoteWords} from './players.ts';
import {powerActionWords} from './power.ts';
import {rconActionWords} from './rcon.ts';
import {serverActionWords} from './server-settings.ts';
import {teamActionWords} from './team.ts';
import {watchActionWords} from './watch.ts';

/** `api POST /x`, of a request that the user wrote. */
export const requestText = ({input: {method, path}}: Pick<AcceptedAction, 'input'>): string =>
	`api ${String(method)} ${String(path)}`;

const changedServer = (past: string) => (action: AcceptedAction) =>
	`${given(action, 'name') ?? action.server ?? 'A server'} was ${past}.`;

// Not `Token NAME`, because the journal would hide the name as a secret.
const changedToken = (past: string) => (action: AcceptedAction) => {
	const name = given(action, 'name') ?? given(action, 'tokenId') ?? action.server;
	return `${name === undefined ? 'A token' : `${name} (token)`} was ${past}.`;
};

/** Without a dialog: a request that the user wrote, and on the local service, only from one-shot commands. */
const commandWords = {
	api: {accepted: action => `${requestText(action)} accepted.`},
	'add-server': {accepted: changedServer('added')},
	'edit-server': {accepted: changedServer('changed')},
	'remove-server': {accepted: changedServer('removed')},
	'create-token': {accepted: changedToken('created')},
	'revoke-token': {accepted: changedToken('revoked')},
	...playerNoteWords,
} satisfies Record<string, JournalWords>;

/**
The words of every operation on the service, by its id, shared by one and several servers. Ids are stored in journals:
never change one.
*/
export const actionWords = {
	...powerActionWords,
	...rconActionWords,
	...broadcastActionWords,
	...watchActionWords,
	...serverActionWords,
	...taskActionWords,
	...teamActionWords,
	...playerActionWords,
	...automationActionWords,
	...commandWords,
};

/** Every operation has words: their table is the one list of ids. */
export type ActionId = keyof typeof actionWords;

export const isActionId = (text: string): text is ActionId => Object.hasOwn(actionWords, text);

/** The name of an action without a capital, as in the sentence of a failed one. */
export function operationName(action: ActionId): string {
	const {name = action.replaceAll('-', ' ')}: JournalWords = actionWords[action];
	return name;
}

/** The name of an action with a capital. */
export const actionName = (action: ActionId): string => {
	const name = operationName(action);
	return name.charAt(0).toUpperCase() + name.slice(1);
};
