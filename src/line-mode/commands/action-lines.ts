import type {KeyedAction, TargetKind} from '../../actions/action.ts';
import type {Named} from '../../actions/find-named.ts';
import {answersFor, readBroadcastLine, readPowerLine} from '../../app/action-line.ts';
import {commands, registry} from '../../app/features.ts';
import type {Answers, FieldId, FormId} from '../../app/kernel/dialogs/dialog-id.ts';
import type {ListId} from '../../app/kernel/screens/screens-state.ts';
import type {State} from '../../app/state.ts';
import {inviteId, membersOf} from '../../app/team/team-commands.ts';
import {actionWords} from '../../messages/actions.ts';
import type {CommandId} from '../../messages/key-words.ts';
import {lineFleetMessages, lineListMessages, rconLineMessages} from '../../messages/line-mode.ts';
import {askForm} from '../action-questions.ts';
import {findListedId, findRow, problemLines, readList, readRow} from '../list-text.ts';
import {serversOf} from '../named-servers.ts';
import {onServers, runCommand} from '../run-command.ts';
import {lineNameOf, type LineSession} from '../session.ts';
import type {LineCommand} from './command.ts';

/** For records that need no row: the names in the list (undefined if the list is required), and the form. */
type Unlisted = {named: (state: State) => readonly (Named & {row: string})[] | undefined; form: FormId};

/** Runs a screen command on the row for a word, or opens its form for an id without a row. */
async function runOnRow(
	session: LineSession,
	list: ListId,
	{word, id, unlisted}: {word: string; id: CommandId; unlisted?: Unlisted | undefined},
): Promise<void> {
	const {services, print} = session;
	if (word === '') {
		print(lineListMessages.whichRow(list));
		return;
	}
	const view = await readList(session, list, {isFresh: false});
	if (!view) return;
	const named = unlisted?.named(services.store.getState());
	const meant = named && findListedId(session, list, word, named);
	if (named && meant === undefined) return;
	const rowId = named?.find(one => one.id === meant)?.row ?? meant;
	if (unlisted && meant !== undefined && !view.rows?.some(row => row.id === rowId)) {
		print(problemLines(view));
		await askUnlisted(session, unlisted.form, meant);
		return;
	}
	const row = findRow(session, list, rowId === undefined ? word : `id:${rowId}`, view);
	if (!row) return;
	await readRow(session, list, row);
	await runCommand(session, id, {targets: {row: {list, id: row.id}}});
}

async function askUnlisted(session: LineSession, form: FormId, id: string): Promise<void> {
	if (session.services.settings.readOnly) {
		session.print(rconLineMessages.readOnly);
		return;
	}
	session.print(lineFleetMessages.takenAsId(id));
	await askForm(session, {form, serverIds: [], subject: {id, name: id}});
}

const unlistedRows: Readonly<Partial<Record<CommandId, Unlisted>>> = {
	'automations.trigger': {
		named: ({automations: {list = []}}) =>
			list.map(({automation: {id, name}}) => ({id, names: [name], row: id})),
		form: 'trigger-automation',
	},
	'team.kick': {
		named: ({access: {team}}) =>
			team && [
				...membersOf(team).map(({id, name, email}) => ({id, names: [name, email], row: `member:${id}`})),
				...team.invitedMembers.map((invite, place) => {
					const row = `invite:${inviteId(invite, place)}`;
					return {id: row, names: [invite.name, invite.email], row};
				}),
			],
		form: 'kick',
	},
};

/** Returns the names of a list's rows, as far as they have been read. */
export const namesIn =
	(list: ListId): NonNullable<Exclude<LineCommand['completes'], 'servers'>> =>
	state =>
		(registry.screens[list].data(state, false).rows ?? []).flatMap(({fields}) =>
			typeof fields['name'] === 'string' ? [fields['name']] : [],
		);

/** Runs a command on the named servers, or the current target. */
async function runOnServers(session: LineSession, id: CommandId, rest: string): Promise<void> {
	const {who, fields} = readPowerLine(rest);
	const servers = serversOf(session, who);
	if (!servers) return;
	await runCommand(session, id, {
		targets: onServers(servers),
		answers: answersFor(servers.length, fields),
	});
}

/** Sends a message to the players of the current target, or of all servers. */
async function broadcast(session: LineSession, rest: string): Promise<void> {
	const {isToAll, text} = readBroadcastLine(rest);
	const servers = isToAll ? session.services.store.getState().fleet.order : serversOf(session, '');
	if (!servers) return;
	await runCommand(session, 'servers.broadcast', {
		targets: onServers(servers),
		answers: text === '' ? {} : {text},
	});
}

type Way = Pick<LineCommand, 'completes' | 'run'>;

/** Where the row of a target is. */
const lists: Readonly<Partial<Record<TargetKind, ListId>>> = {
	task: 'nodes',
	automation: 'automations',
	run: 'runs',
	member: 'team',
};

function wayOf(id: CommandId, {id: actionId, target, fields}: KeyedAction, takes: string): Way {
	if (actionId === 'broadcast') return {run: broadcast};
	const list = lists[target];
	if (list) {
		return {
			completes: namesIn(list),
			run: (session, word) => runOnRow(session, list, {word, id, unlisted: unlistedRows[id]}),
		};
	}
	if (target === 'server' || target === 'servers') {
		return {completes: 'servers', run: (session, rest) => runOnServers(session, id, rest)};
	}
	const [field] = Object.keys(fields) as FieldId[]; // those of a dialog
	const answersOf = (rest: string): Answers =>
		field === undefined || takes === '' || rest === '' ? {} : {[field]: rest};
	return {run: (session, rest) => runCommand(session, id, {answers: answersOf(rest)})};
}

/**
The lines of the keys that open the dialog of an action: those of the list of servers, or all others. Several keys of one
action have one line.
*/
export const actionLines = (where: 'servers' | 'others'): LineCommand[] =>
	commands.flatMap(({id, scopes, action}) => {
		const keyed = commands.filter(command => command.action === action).map(command => command.id);
		if (!action || keyed[0] !== id || scopes.includes('servers') !== (where === 'servers')) return [];
		const {takes, help} = actionWords[action.id].line;
		return {
			name: lineNameOf(action),
			takes,
			help,
			changesService: true,
			replaces: keyed,
			...wayOf(id, action, takes),
		};
	});
