import type {CompareLine} from '../app/multi-command/compare.ts';
import {type Group, groupsOf, settledOf, summaryOf} from '../app/multi-command/groups.ts';
import type {State} from '../app/state.ts';
import type {MultiCommand} from '../app/multi-command/results-state.ts';
import {namesWords} from './texts.ts';
import {lineMessages, lineResultsMessages} from '../messages/line-mode.ts';

export const membersWords = ({members}: Group): string => namesWords(members.map(({name}) => name));

/**
Formats `ANSWERS to ListPlayers from 3 servers: 2 same, 1 differs.`, and each group of equal answers with its
servers.
*/
export function answersOf(
	run: MultiCommand,
	state: Pick<State, 'console' | 'fleet' | 'results'>,
	raw = false,
): string[] {
	const groups = groupsOf(settledOf(run, state), raw);
	const {command, members} = run;
	return [
		lineResultsMessages.answers(command, members.length, summaryOf(groups)),
		...groups.flatMap((group, index) =>
			groupLines(group, groups.length > 1 ? lineResultsMessages.group(index + 1) : ''),
		),
	];
}

function groupLines(group: Group, number: string): string[] {
	const {kind, word, text, isBase, members} = group;
	const head = `${number}${membersWords(group)}${isBase && members.length > 1 ? lineResultsMessages.mostSaid : ''}`;
	if (kind === 'open') return [`${head}: ${word}`];
	if (kind === 'problem') return [`${head}: ${[word, ...text.split('\n')].filter(Boolean).join('. ')}`];
	const lines = text.trim() === '' ? [lineMessages.noOutput] : text.split('\n');
	return lines.length === 1
		? [`${head}: ${lines[0] ?? ''}`]
		: [lineMessages.headOfLines(head, lines.length), ...lines];
}

/** Returns whether answers are still pending. */
export const isOpenRun = (run: MultiCommand, state: Pick<State, 'console' | 'fleet' | 'results'>): boolean =>
	settledOf(run, state).some(({outcome}) => outcome.kind === 'open');

const compared: Readonly<Record<CompareLine['kind'], string>> = {
	same: 'equal: ',
	removed: 'missing: ',
	added: 'more: ',
	skipped: '',
	note: '',
};

/** `missing: …` is only in the answer of most servers, `more: …` only in the other. */
export const compareLine = ({kind, text}: CompareLine): string => `${compared[kind]}${text}`;
