import type {MultiCommandTarget, MultiCommand} from './results-state.ts';
import type {State} from '../state.ts';
import {lineOf} from '../console/line-by-id.ts';
import {outcomeOf, type Outcome} from '../console/outcome.ts';
import {largest} from '../../lib/long-lists.ts';
import {resultMessages} from '../../messages/results.ts';

/** Servers with the same outcome. */
export type Group = {
	/** Stays the same as servers join the group. */
	key: string;
	kind: Outcome['kind'];
	/** The outcome of its first server. */
	outcome: Outcome;
	members: readonly MultiCommandTarget[];
	/** The outcome in a few words; empty for an answer. */
	word: string;
	/** The answer, or the sentences of a failure. */
	text: string;
	/** The largest group of answers, if there are others to compare with it. */
	isBase: boolean;
};

export type Settled = {member: MultiCommandTarget; outcome: Outcome};

/** Returns the outcome of a run on each server, in order. */
export const settledOf = (run: MultiCommand, state: Pick<State, 'console'>): Settled[] =>
	run.members.map(member => ({
		member,
		outcome: outcomeOf(member.final ?? lineOf(state, member.serverId, member.lineId)),
	}));

/**
Groups equal outcomes, exceptions first: the smallest groups, failures before answers of the same size, and waiting
servers last. Answers are compared without whitespace at the ends of lines; `raw` compares them exactly.
*/
export function groupsOf(settled: readonly Settled[], raw: boolean): Group[] {
	const alike = Map.groupBy(settled, ({outcome}) => keyOf(outcome, raw));
	const groups = [...alike].map(([key, [first, ...rest]]): Group => {
		const outcome: Outcome = first?.outcome ?? {kind: 'open', word: ''};
		const members = [first, ...rest].flatMap(one => one?.member ?? []);
		const shared = {key, kind: outcome.kind, outcome, members, isBase: false};
		if (outcome.kind === 'answered') {
			return {...shared, word: '', text: textOf(outcome, raw)};
		}
		return {
			...shared,
			word: outcome.word,
			text: outcome.kind === 'problem' ? outcome.sentences.join('\n') : '',
		};
	});
	const settledFirst = groups
		.filter(({kind}) => kind !== 'open')
		.sort((a, b) => a.members.length - b.members.length || ranks[a.kind] - ranks[b.kind]);
	const answers = settledFirst.filter(({kind}) => kind === 'answered');
	const base = answers.length > 1 ? answers.at(-1) : undefined;
	return [...settledFirst, ...groups.filter(({kind}) => kind === 'open')].map(group =>
		group === base ? {...group, isBase: true} : group,
	);
}

const ranks: Record<Outcome['kind'], number> = {problem: 0, answered: 1, open: 2};

function keyOf(outcome: Outcome, raw: boolean): string {
	switch (outcome.kind) {
		case 'answered':
			return `answer:${textOf(outcome, raw)}`;
		case 'problem':
			return `problem:${outcome.word}:${outcome.sentences[0] ?? ''}`;
		case 'open':
			return `open:${outcome.word}`;
	}
}

const trimmed = new WeakMap<Outcome, string>();

function textOf(outcome: Extract<Outcome, {kind: 'answered'}>, raw: boolean): string {
	if (raw) return outcome.text;
	const text = trimmed.get(outcome) ?? withoutEndSpace(outcome.text);
	trimmed.set(outcome, text);
	return text;
}

/** Whitespace at line ends and blank lines at either end carry no information. */
const withoutEndSpace = (text: string): string =>
	text
		.split('\n')
		.map(line => line.trimEnd())
		.join('\n')
		.replace(/^\n+/, '')
		.trimEnd();

/** Summarizes groups: `4 same, 1 differs, 1 without an answer, 2 waiting`. */
export function summaryOf(groups: readonly Group[]): string {
	const count = (kind: Group['kind']) =>
		groups.reduce((sum, group) => sum + (group.kind === kind ? group.members.length : 0), 0);
	const answered = count('answered');
	const most = largest([
		0,
		...groups.flatMap(({kind, members}) => (kind === 'answered' ? members.length : [])),
	]);
	const parts = [
		...sameAndOthers(answered, most),
		...(count('problem') > 0 ? [resultMessages.withoutAnswer(count('problem'))] : []),
		...(count('open') > 0 ? [resultMessages.waiting(count('open'))] : []),
	];
	return parts.join(', ');
}

function sameAndOthers(answered: number, most: number): string[] {
	if (answered === 0) return [];
	if (answered === 1) return [resultMessages.oneAnswer];
	if (most === 1) return [resultMessages.allDifferent(answered)];
	const others = answered - most;
	return [resultMessages.same(most), ...(others > 0 ? [resultMessages.differ(others)] : [])];
}
