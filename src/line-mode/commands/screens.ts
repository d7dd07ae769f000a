import type {Named} from '../../actions/find-named.ts';
import type {FormId} from '../../app/kernel/dialog-id.ts';
import {screens} from '../../app/screens.ts';
import {inviteId, membersOf} from '../../app/team/team-labels.ts';
import type {State} from '../../app/state.ts';
import type {ListId} from '../../app/kernel/screens-state.ts';
import type {CommandId} from '../../messages/command-ids.ts';
import {askForm} from '../action-questions.ts';
import {findRow, idMeant, problemLines, readList, readRow} from '../list-rows.ts';
import {printList, printRow} from '../list-text.ts';
import {runCommand} from '../run-command.ts';
import type {LineSession} from '../session.ts';
import type {CommandGroup, LineCommand} from './command.ts';
import {printRuns} from './runs.ts';

/** Of a thing that needs no row: what is listed, undefined while nothing can be done without a list, and its form. */
type Unlisted = {named: (state: State) => readonly (Named & {row: string})[] | undefined; form: FormId};

/** Runs a command of a screen on the row that a word means, or asks its form about an id that has no row. */
async function runOnRow(
	session: LineSession,
	list: ListId,
	{word, id, unlisted}: {word: string; id: CommandId; unlisted?: Unlisted | undefined},
): Promise<void> {
	const {services, print} = session;
	if (word === '') {
		print(`PROBLEM Which? :${list} names them.`);
		return;
	}
	const view = await readList(session, list, {isFresh: false});
	if (!view) return;
	const named = unlisted?.named(services.store.getState());
	const meant = named && idMeant(session, list, word, named);
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
		session.print('WARNING This session is read-only: nothing is sent to a server.');
		return;
	}
	session.print(`WARNING No list has ${id}: it is taken as an id, and the service decides.`);
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
			...membersOf(team).map(({id, name, email}) => ({id, names: [name, email], row: `member ${id}`})),
			...team.invitedMembers.map((invite, place) => {
				const row = `invite ${inviteId(invite, place)}`;
				return {id: row, names: [invite.name, invite.email], row};
			}),
		],
	form: 'kick',
};

/** What the rows of a list are called, as far as they have been read. */
const namesIn =
	(list: ListId): NonNullable<Exclude<LineCommand['completes'], 'servers'>> =>
	state =>
		(screens[list]?.data(state, false).rows ?? []).flatMap(({fields}) =>
			typeof fields['name'] === 'string' ? [fields['name']] : [],
		);

const act = (
	name: string,
	takes: string,
	help: string,
	run: LineCommand['run'],
	id: CommandId,
): LineCommand => ({
	name,
	takes,
	help,
	acts: true,
	does: [id],
	run,
});

const onRow = (
	name: string,
	list: ListId,
	takes: string,
	help: string,
	id: CommandId,
	unlisted?: Unlisted,
): LineCommand => ({
	...act(name, takes, help, (session, rest) => runOnRow(session, list, {word: rest, id, unlisted}), id),
	completes: namesIn(list),
});

const onRows = ['rows.filter', 'rows.reveal'] as const;
const onDetails = ['rows.enter', 'rows.details', 'rows.reveal'] as const;

/** The other screens: what servers run on, what runs by itself, and who is there. */
export const screenCommands: CommandGroup = {
	title: 'Nodes, automations, team',
	commands: [
		{
			name: 'nodes',
			takes: '[FILTER]',
			help: 'Names the nodes, what they carry and what they are at.',
			does: ['app.nodes', ...onRows],
			run: (session, rest) => printList(session, 'nodes', rest),
		},
		{
			name: 'node',
			takes: 'NAME or NUMBER',
			help: 'Tells all that is known of a node.',
			completes: namesIn('nodes'),
			does: onDetails,
			run: (session, rest) => printRow(session, 'nodes', rest),
		},
		{
			name: 'automations',
			takes: '[FILTER]',
			help: 'Names the automations, when they run next and how they ran last.',
			does: ['app.automations', ...onRows],
			run: (session, rest) => printList(session, 'automations', rest),
		},
		{
			name: 'automation',
			takes: 'NAME or NUMBER [--reveal]',
			help: 'Tells all that is known of an automation, with its steps.',
			completes: namesIn('automations'),
			does: onDetails,
			run: (session, rest) => printRow(session, 'automations', rest),
		},
		{
			name: 'runs',
			takes: '[AUTOMATION] [STATUS] [15m, 1h, 6h, 24h, 7d or 30d] [older or newer]',
			help: 'Names the runs of all automations or of one, the newest first: :runs nightly failed 24h.',
			does: ['automations.allRuns', 'automations.status', 'runs.span', 'rows.pageDown', 'rows.pageUp'],
			completes: namesIn('automations'),
			run: printRuns,
		},
		{
			name: 'run',
			takes: 'NUMBER [--reveal]',
			help: 'Tells all that is known of a run that :runs has named, with its steps.',
			does: onDetails,
			run: (session, rest) => printRow(session, 'runs', rest),
		},
		{
			name: 'team',
			takes: '[FILTER] [--reveal]',
			help: 'Names the team, its members, invitations and limits; e-mail addresses only with --reveal.',
			does: ['app.team', ...onRows],
			run: (session, rest) => printList(session, 'team', rest),
		},
		{
			name: 'member',
			takes: 'NAME or NUMBER [--reveal]',
			help: 'Tells all that is known of a row of :team, such as what these credentials may do.',
			completes: namesIn('team'),
			does: onDetails,
			run: (session, rest) => printRow(session, 'team', rest),
		},
		onRow(
			'cancel-task',
			'nodes',
			'NODE',
			'Cancels a task that is under way on a node: it asks which.',
			'nodes.cancel',
		),
		onRow(
			'trigger',
			'automations',
			'AUTOMATION',
			'Begins a run of an automation now, by name or id; id:ID takes ID as it is.',
			'automations.trigger',
			automations,
		),
		onRow('cancel-run', 'runs', 'NUMBER', 'Asks a run that :runs has named to end.', 'runs.cancel'),
		act(
			'create-automation',
			'',
			'Creates an automation; its steps are written as JSON in your editor.',
			session => runCommand(session, 'automations.create'),
			'automations.create',
		),
		onRow(
			'edit-automation',
			'automations',
			'AUTOMATION',
			'Changes an automation; its steps are edited as JSON in your editor.',
			'automations.edit',
		),
		act(
			'invite',
			'[E-MAIL]',
			'Invites somebody to the team by e-mail.',
			(session, rest) => runCommand(session, 'team.invite', rest === '' ? {} : {answers: {email: rest}}),
			'team.invite',
		),
		onRow(
			'kick',
			'team',
			'NAME',
			'Takes a member out of the team, by name, e-mail address or id (id:ID takes ID as it is), or withdraws an invitation.',
			'team.kick',
			members,
		),
		act(
			'icon',
			'',
			'Uploads a picture as the icon of the team.',
			session => runCommand(session, 'team.icon'),
			'team.icon',
		),
	],
};
