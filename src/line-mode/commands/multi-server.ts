import {fieldOf} from '../../app/kernel/text/text-field.ts';
import {patternIn} from '../../app/console/read/search.ts';
import {selectionLine, targetWords} from '../../app/console/send/target.ts';
import {serversMatching} from '../../app/servers/list-rows.ts';
import {comparisonOf} from '../../app/multi-command/compare.ts';
import {groupsOf, settledOf} from '../../app/multi-command/groups.ts';
import {nothingToCompare} from '../../app/multi-command/open-results.ts';
import type {MultiCommand} from '../../app/multi-command/results-state.ts';
import type {CommandGroup} from './command.ts';
import type {LineSession} from '../session.ts';
import {serversOf} from '../named-servers.ts';
import {answersOf, compareLine, membersWords} from '../results-text.ts';
import {namesWords} from '../texts.ts';
import {lineCommandMessages, lineGroupTitles} from '../../messages/line-mode-commands.ts';
import {lineFleetMessages, lineMessages, lineResultsMessages} from '../../messages/line-mode.ts';

/** Returns the servers that match `all` with an optional filter, a filter alone, or names. */
function findServers(session: LineSession, rest: string): readonly string[] | undefined {
	const [, all, filter = ''] = /^(all\b)?\s*(.*)$/s.exec(rest) ?? [];
	const {fleet} = session.services.store.getState();
	const matching = serversMatching(fleet, filter);
	if (all === undefined && !/^!?\/|^!?[a-z]+(:|[<>=])/i.test(rest)) {
		const named = serversOf(session, rest);
		if (!named && 'ids' in matching && matching.ids.length > 1)
			session.print(lineFleetMessages.selectAllInstead(rest));
		return named;
	}
	if ('ids' in matching) return matching.ids;
	session.print(lineMessages.problem(matching.problem));
	return undefined;
}

const selectionOf = ({services}: LineSession) => services.store.getState().view.selection;

function select(session: LineSession, selected: ReadonlySet<string>): void {
	const {print, services, target} = session;
	services.store.dispatch({type: 'view/changed', change: {selection: selected, range: undefined}});
	const {count, names, facts} = targetWords(services.store.getState());
	if (count === 0) print(lineFleetMessages.noneSelected);
	else {
		const how = facts === '' ? '' : ` ${facts}.`;
		const go =
			target() === selectionLine ? lineFleetMessages.linesGoToSelection : lineFleetMessages.useSelection;
		print(lineFleetMessages.selected(count, namesWords(names), how, go));
	}
}

/** Returns the multi-server command at this position; 1 is the newest. */
function recentRun({services, print}: LineSession, back: number): MultiCommand | undefined {
	const {runs} = services.store.getState().results;
	const run = runs.at(-back);
	if (!run)
		print(runs.length === 0 ? lineResultsMessages.noneSent : lineResultsMessages.onlySent(runs.length));
	return run;
}

function answers(session: LineSession, rest: string): void {
	const [, head = '', text] = /^(.*?)(?:\bby\s+(\S.*))?$/i.exec(rest) ?? [];
	const words = head.toLowerCase().split(/\s+/).filter(Boolean);
	const isNumber = (word: string) => /^[1-9]\d*$/.test(word);
	const stray = words.find(word => word !== 'raw' && word !== 'masked' && !isNumber(word));
	const by = text === undefined ? undefined : fieldOf(text);
	const problem = stray === undefined ? by && patternIn(by).problem : lineResultsMessages.answersTakes;
	if (problem !== undefined) {
		session.print(problem);
		return;
	}
	const change = {by, isMasked: words.includes('masked')};
	session.services.store.dispatch({type: 'results/viewChanged', change});
	const run = recentRun(session, Number(words.find(isNumber) ?? 1));
	if (run) session.print(answersOf(run, session.services.store.getState(), words.includes('raw')));
}

/** Compares a group of the newest answers with the largest one, line by line. */
function compare(session: LineSession, rest: string): void {
	const {services, print} = session;
	const run = recentRun(session, 1);
	if (!run) return;
	const groups = groupsOf(settledOf(run, services.store.getState()), false);
	const group = rest === '' ? undefined : groups[Number(rest) - 1];
	const compared = comparisonOf(groups, group?.key);
	if (rest !== '' && !group) print(lineResultsMessages.compareTakes);
	else if (!compared) print(nothingToCompare);
	if (!compared || (rest !== '' && !group)) return;
	const {base, other, lines} = compared;
	print(lineResultsMessages.compared(membersWords(other), membersWords(base)), lines.map(compareLine));
}

/** Commands that select several servers and show their answers. */
export const multiServerCommands: CommandGroup = {
	title: lineGroupTitles.several,
	commands: [
		{
			name: 'select',
			...lineCommandMessages.select,
			completes: 'servers',
			replaces: ['list.select', 'list.selectAll', 'list.range'],
			run: (session, rest) => {
				const ids = rest === '' ? [] : findServers(session, rest);
				if (ids) select(session, new Set([...selectionOf(session), ...ids]));
			},
		},
		{
			name: 'deselect',
			...lineCommandMessages.deselect,
			completes: 'servers',
			replaces: ['list.clearSelection'],
			run: (session, rest) => {
				const ids = rest === '' ? [...selectionOf(session)] : findServers(session, rest);
				if (ids) select(session, selectionOf(session).difference(new Set(ids)));
			},
		},
		{
			name: 'answers',
			...lineCommandMessages.answers,
			replaces: [
				'results.open',
				'results.raw',
				'results.groupBy',
				'results.mask',
				'results.older',
				'results.newer',
			],
			run: answers,
		},
		{
			name: 'compare',
			...lineCommandMessages.compare,
			replaces: ['results.compare'],
			run: compare,
		},
	],
};
