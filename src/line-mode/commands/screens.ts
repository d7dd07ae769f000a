import type {Named} from '../../actions/find-named.ts';
import type {FormId} from '../../app/kernel/dialog-id.ts';
import {registry} from '../../app/features.ts';
import {inviteId, membersOf} from '../../app/team/team-labels.ts';
import type {State} from '../../app/state.ts';
import type {ListId} from '../../app/kernel/screens-state.ts';
import {noTargets} from '../../app/kernel/targets.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import {askForm} from '../action-questions.ts';
import {askChoice} from '../choice-question.ts';
import {findRow, findListedId, problemLines, readList, readRow} from '../list-rows.ts';
import {printList, printRow} from '../list-text.ts';
import {runCommand} from '../run-command.ts';
import type {LineSession} from '../session.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import {printRuns} from './runs.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineListMessages} from '../../messages/line-mode-work.ts';
import {rconLineMessages} from '../../messages/line-mode-questions.ts';
import {lineFleetMessages} from '../../messages/line-mode-fleet.ts';

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

const automations: Unlisted = {
	named: ({automations: {list = []}}) =>
		list.map(({automation: {id, name}}) => ({id, names: [name], row: id})),
	form: 'trigger-automation',
};

const members: Unlisted = {
	named: ({access: {team}}) =>
		team && [
			...membersOf(team).map(({id, name, email}) => ({id, names: [name, email], row: `member:${id}`})),
			...team.invitedMembers.map((invite, place) => {
				const row = `invite:${inviteId(invite, place)}`;
				return {id: row, names: [invite.name, invite.email], row};
			}),
		],
	form: 'kick',
};

/** Returns the names of a list's rows, as far as they have been read. */
const namesIn =
	(list: ListId): NonNullable<Exclude<LineCommand['completes'], 'servers'>> =>
	state =>
		(registry.screens[list].data(state, false).rows ?? []).flatMap(({fields}) =>
			typeof fields['name'] === 'string' ? [fields['name']] : [],
		);

type Texts = Pick<LineCommand, 'takes' | 'help'>;

const actionCommand = (name: string, texts: Texts, run: LineCommand['run'], id: CommandId): LineCommand => ({
	name,
	...texts,
	changesService: true,
	replaces: [id],
	run,
});

const onRow = (
	name: string,
	list: ListId,
	texts: Texts,
	id: CommandId,
	unlisted?: Unlisted,
): LineCommand => ({
	...actionCommand(name, texts, (session, rest) => runOnRow(session, list, {word: rest, id, unlisted}), id),
	completes: namesIn(list),
});

const onRows = ['rows.filter', 'rows.reveal'] as const;
const onDetails = ['rows.enter', 'rows.details', 'rows.reveal'] as const;

/** Asks for what an action on a player needs. */
async function actOnPlayer(session: LineSession, action: string, word: string): Promise<void> {
	const {services, print} = session;
	if (word === '') {
		print(lineListMessages.whichRow('players'));
		return;
	}
	const view = await readList(session, 'players', {isFresh: false});
	const row = view && findRow(session, 'players', word, view);
	if (!row) return;
	const targets = {...noTargets, row: {list: 'players' as const, id: row.id}};
	const request = await askChoice(session, services.menus.player, targets, action);
	if (request !== undefined && request !== 'left') await askForm(session, request);
}

const onPlayer = (action: string, texts: Texts): LineCommand => ({
	name: `${action}-player`,
	...texts,
	changesService: true,
	replaces: ['rows.enter'],
	completes: namesIn('players'),
	run: (session, rest) => actOnPlayer(session, action, rest),
});

/** Commands of the other screens: nodes, automations, team and players. */
export const screenCommands: CommandGroup = {
	title: lineGroupTitles.screens,
	commands: [
		{
			name: 'nodes',
			...lineCommandMessages.nodes,
			replaces: ['app.nodes', ...onRows],
			run: (session, rest) => printList(session, 'nodes', rest),
		},
		{
			name: 'node',
			...lineCommandMessages.node,
			completes: namesIn('nodes'),
			replaces: onDetails,
			run: (session, rest) => printRow(session, 'nodes', rest),
		},
		{
			name: 'automations',
			...lineCommandMessages.automations,
			replaces: ['app.automations', ...onRows],
			run: (session, rest) => printList(session, 'automations', rest),
		},
		{
			name: 'automation',
			...lineCommandMessages.automation,
			completes: namesIn('automations'),
			replaces: onDetails,
			run: (session, rest) => printRow(session, 'automations', rest),
		},
		{
			name: 'runs',
			...lineCommandMessages.runs,
			replaces: ['automations.allRuns', 'automations.status', 'runs.span', 'rows.pageDown', 'rows.pageUp'],
			completes: namesIn('automations'),
			run: printRuns,
		},
		{
			name: 'run',
			...lineCommandMessages.run,
			replaces: onDetails,
			run: (session, rest) => printRow(session, 'runs', rest),
		},
		{
			name: 'team',
			...lineCommandMessages.team,
			replaces: ['app.team', ...onRows],
			run: (session, rest) => printList(session, 'team', rest),
		},
		{
			name: 'member',
			...lineCommandMessages.member,
			completes: namesIn('team'),
			replaces: onDetails,
			run: (session, rest) => printRow(session, 'team', rest),
		},
		{
			name: 'players',
			aliases: ['player'],
			...lineCommandMessages.player,
			completes: namesIn('players'),
			replaces: ['app.players', ...onRows],
			run: (session, rest) => printList(session, 'players', rest),
		},
		{
			name: 'player-details',
			...lineCommandMessages.playerDetails,
			completes: namesIn('players'),
			replaces: onDetails,
			run: (session, rest) => printRow(session, 'players', rest),
		},
		onPlayer('message', lineCommandMessages.messagePlayer),
		onPlayer('kick', lineCommandMessages.kickPlayer),
		onPlayer('ban', lineCommandMessages.banPlayer),
		onRow('cancel-task', 'nodes', lineCommandMessages.cancelTask, 'nodes.cancel'),
		onRow('trigger', 'automations', lineCommandMessages.trigger, 'automations.trigger', automations),
		onRow('cancel-run', 'runs', lineCommandMessages.cancelRun, 'runs.cancel'),
		actionCommand(
			'create-automation',
			lineCommandMessages.createAutomation,
			session => runCommand(session, 'automations.create'),
			'automations.create',
		),
		onRow('edit-automation', 'automations', lineCommandMessages.editAutomation, 'automations.edit'),
		actionCommand(
			'invite',
			lineCommandMessages.invite,
			(session, rest) => runCommand(session, 'team.invite', rest === '' ? {} : {answers: {email: rest}}),
			'team.invite',
		),
		onRow('kick', 'team', lineCommandMessages.kick, 'team.kick', members),
		actionCommand('icon', lineCommandMessages.icon, session => runCommand(session, 'team.icon'), 'team.icon'),
	],
};
