import {type PlayerVerb, playerVerbs, type PlayerWord} from '../../actions/players.ts';
import {wordsOf} from '../../app/action-line.ts';
import {allRuns} from '../../app/automations/automations-state.ts';
import {askRuns, turnPage} from '../../app/automations/read-automations.ts';
import {runStatusOf} from '../../app/automations/run.ts';
import type {MenuItem} from '../../app/kernel/dialogs/menu.ts';
import {noTargets} from '../../app/kernel/state/targets.ts';
import {listWords, screenIds} from '../../messages/screen-words.ts';
import type {ListId} from '../../app/kernel/screens/screens-state.ts';
import {lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {clockText} from '../../lib/time/ago.ts';
import {lineListMessages, lineMessages} from '../../messages/line-mode.ts';
import {banEverywhereLine, playerActionWords, playerNoteMessages} from '../../messages/players.ts';
import {askChoice, askForm} from '../action-questions.ts';
import {findRow, printList, printRow, printRows, readList, wordsAndReveal} from '../list-text.ts';
import type {LineSession} from '../session.ts';
import {chatLineText} from '../texts.ts';
import {actionLines, namesIn} from './action-lines.ts';
import type {CommandGroup, LineCommand} from './command.ts';

type RunQuery = {
	status: string | undefined;
	span: MenuItem | undefined;
	turn: 1 | -1 | undefined;
	name: string;
};

/** Parses `nightly failed 24h` into automation, status, time span and page. */
function parseRunQuery({services: {store, menus, screens}}: LineSession, words: readonly string[]): RunQuery {
	const spans = menus.span.items(store.getState(), noTargets, screens);
	const wanted: RunQuery = {status: undefined, span: undefined, turn: undefined, name: ''};
	for (const word of words) {
		const small = word.toLowerCase();
		const span = spans.find(({id}) => id === small);
		const status = runStatusOf(word);
		if (status !== undefined) wanted.status = status;
		else if (span) wanted.span = span;
		else if (small === 'older' || small === 'newer') wanted.turn = small === 'older' ? 1 : -1;
		else wanted.name = `${wanted.name} ${word}`.trim();
	}
	return wanted;
}

/** Prints a page of the runs of one or all automations; `older` and `newer` keep the query. */
async function printRuns(session: LineSession, rest: string): Promise<void> {
	const {services} = session;
	const {words, isRevealed} = wordsAndReveal(rest);
	const {status, span, turn, name} = parseRunQuery(session, wordsOf(words));
	if (turn !== undefined) turnPage(services, turn);
	else {
		let automationId: string | undefined;
		if (name !== '') {
			const automations = await readList(session, 'automations', {isFresh: false});
			automationId = automations && findRow(session, 'automations', name, automations)?.id;
			if (automationId === undefined) return;
		}
		askRuns(services, {...allRuns, automationId, status});
		span?.choose(services);
	}
	const view = await readList(session, 'runs', {isRevealed});
	if (view) printRows(session, 'runs', view);
}

const onRows = ['rows.filter', 'rows.reveal'] as const;
const onDetails = ['rows.enter', 'rows.details', 'rows.reveal'] as const;

/** Asks for the fields of an action on a player or a ban. */
async function actOnRow(
	session: LineSession,
	list: 'players' | 'bans',
	action: PlayerWord | 'note' | 'banEverywhere',
	word: string,
): Promise<void> {
	const {services, print} = session;
	if (word === '') {
		print(lineListMessages.whichRow(list));
		return;
	}
	const view = await readList(session, list, {isFresh: false});
	const row = view && findRow(session, list, word, view);
	if (!row) return;
	const targets = {...noTargets, row: {list, id: row.id}};
	const menu = list === 'bans' ? services.menus.ban : services.menus.player;
	const request = await askChoice(session, menu, targets, action);
	if (request !== undefined && request !== 'left') await askForm(session, request);
}

const chatLines = 30;

/** Prints the newest chat of all servers that passes a filter. */
async function printChat(session: LineSession, rest: string): Promise<void> {
	const {services, print} = session;
	const {shown, filter} = await readList(session, 'chat', {filter: rest, isFresh: false});
	const {chat, view} = services.store.getState();
	if (filter.problem !== undefined) return void print(lineMessages.problem(filter.problem));
	const ids = new Set(shown.slice(-chatLines).map(({id}) => id));
	const entries = chat.entries.filter(({id}) => ids.has(id));
	print(
		entries.map(entry => `${clockText(entry.at, view.time === 'utc')} ${chatLineText(entry)}`),
		lineListMessages.chatShown(entries.length, shown.length),
	);
}

const playerLine = (action: PlayerVerb): LineCommand => ({
	name: `${action}-player`,
	...playerActionWords[`${action}-player`].line,
	changesService: true,
	replaces: ['rows.enter'],
	completes: namesIn('players'),
	run: (session, rest) => actOnRow(session, 'players', action, rest),
});

/** What the line of a list does besides printing it. */
const special: Partial<Record<ListId, Partial<LineCommand>>> = {
	players: {
		aliases: ['player'],
		completes: namesIn('players'),
		replaces: ['app.players', ...onRows, 'chat.player'],
	},
	bans: {completes: namesIn('bans')},
	dashboard: {
		run: async (session, rest) => {
			const view = await readList(session, 'dashboard', {filter: rest.trim(), isFresh: false});
			printRows(session, 'dashboard', view);
		},
	},
	chat: {replaces: ['app.chat', ...onRows, 'rows.last'], run: printChat},
};

/** The lines that print a list, and the details of a row. */
function linesOf(id: ListId, options: Partial<LineCommand>): LineCommand[] {
	const {line, row} = listWords[id];
	return [
		{name: id, ...line, run: (session, rest) => printList(session, id, rest), ...options},
		...(row
			? [
					{
						...row,
						completes: namesIn(id),
						replaces: onDetails,
						run: (session: LineSession, rest: string) => printRow(session, id, rest),
					},
				]
			: []),
	];
}

/** Commands of the other screens: nodes, automations, team and players. */
export const screenCommands: CommandGroup = {
	title: lineGroupTitles.screens,
	commands: [
		...screenIds.flatMap(id => linesOf(id, {replaces: [`app.${id}`, ...onRows], ...special[id]})),
		...linesOf('runs', {
			replaces: ['automations.allRuns', 'automations.status', 'runs.span', 'rows.pageDown', 'rows.pageUp'],
			completes: namesIn('automations'),
			run: printRuns,
		}),
		...playerVerbs.map(playerLine),
		{
			name: 'ban-everywhere',
			...banEverywhereLine,
			changesService: true,
			replaces: ['rows.enter'],
			completes: namesIn('players'),
			run: (session, rest) => actOnRow(session, 'players', 'banEverywhere', rest),
		},
		{
			name: 'note-player',
			...playerNoteMessages.line,
			replaces: ['rows.enter'],
			completes: namesIn('players'),
			run: (session, rest) => actOnRow(session, 'players', 'note', rest),
		},
		{
			name: 'unban-player',
			...playerActionWords['unban-player'].line,
			changesService: true,
			replaces: ['rows.enter'],
			completes: namesIn('bans'),
			run: (session, rest) => actOnRow(session, 'bans', 'unban', rest),
		},
		...actionLines('others'),
	],
};
