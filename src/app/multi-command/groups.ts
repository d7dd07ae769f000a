import type {MultiCommandTarget, MultiCommand} from './results-state.ts';
import type {State} from '../state.ts';
import {lineOf} from '../console/record/line-by-id.ts';
import {type Outcome, outcomeOf} from '../console/record/outcome.ts';
import {comparedText} from '../../actions/compared-text.ts';
import {type GameServer, placeholderServer} from '../../contract/models/server.ts';
import {patternIn} from '../console/read/search.ts';
import type {TextField} from '../kernel/text/text-field.ts';
import {largest} from '../../lib/lists/long-lists.ts';
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
	/** The game of its first server, unless texts are shown as they are. */
	gameType: string | undefined;
	/** The largest group of answers, if there are others to compare with it. */
	isBase: boolean;
};

/** `compared`: the part of an answer by which it is grouped, if that is not all of it. */
export type Settled = {
	member: MultiCommandTarget;
	outcome: Outcome;
	compared?: string;
	gameType?: string | undefined;
};

/** Returns the outcome of a run on each server, in order. */
export const settledOf = (
	run: MultiCommand,
	state: Pick<State, 'console' | 'fleet' | 'results'>,
): Settled[] => {
	const {by, isMasked} = state.results.viewState;
	const isPart = by !== undefined || isMasked;
	return run.members.map(member => {
		const outcome = outcomeOf(member.final ?? lineOf(state, member.serverId, member.lineId));
		const server = state.fleet.servers.get(member.serverId) ?? placeholderServer(member.serverId);
		const {gameType} = server;
		if (!isPart || outcome.kind !== 'answered') return {member, outcome, gameType};
		return {member, outcome, gameType, compared: partOf(outcome, server, run.command, by, isMasked)};
	});
};

type Answered = Extract<Outcome, {kind: 'answered'}>;

/** Cached, because groups are made for every frame. */
const parts = new WeakMap<Answered, {by: TextField | undefined; isMasked: boolean; text: string}>();

function partOf(
	outcome: Answered,
	server: GameServer,
	command: string,
	by: TextField | undefined,
	isMasked: boolean,
): string {
	const known = parts.get(outcome);
	if (known && known.by === by && known.isMasked === isMasked) return known.text;
	const matcher = by && patternIn(by).matcher;
	const text = withoutEndSpace(comparedText(outcome.text, {matcher, isMasked}, server, command));
	parts.set(outcome, {by, isMasked, text});
	return text;
}

/**
Groups equal outcomes, exceptions first: failures, then answers, the smallest groups of each first, and waiting servers
last. Answers are compared without whitespace at the ends of lines; `raw` compares them exactly.
*/
export function groupsOf(settled: readonly Settled[], raw: boolean): Group[] {
	const alike = Map.groupBy(settled, one => keyOf(one, raw));
	const groups = [...alike].map(([key, [first, ...rest]]): Group => {
		const outcome: Outcome = first?.outcome ?? {kind: 'open', word: ''};
		const members = [first, ...rest].flatMap(one => one?.member ?? []);
		const gameType = raw ? undefined : first?.gameType;
		const shared = {key, kind: outcome.kind, outcome, members, gameType, isBase: false};
		if (outcome.kind === 'answered') {
			return {...shared, word: '', text: first?.compared ?? textOf(outcome, raw)};
		}
		return {
			...shared,
			word: outcome.word,
			text: outcome.kind === 'problem' ? outcome.sentences.join('\n') : '',
		};
	});
	const settledFirst = groups
		.filter(({kind}) => kind !== 'open')
		.sort((a, b) => ranks[a.kind] - ranks[b.kind] || a.members.length - b.members.length);
	const answers = settledFirst.filter(({kind}) => kind === 'answered');
	const base = answers.length > 1 ? answers.at(-1) : undefined;
	return [...settledFirst, ...groups.filter(({kind}) => kind === 'open')].map(group =>
		group === base ? {...group, isBase: true} : group,
	);
}

const ranks: Record<Outcome['kind'], number> = {problem: 0, answered: 1, open: 2};

function keyOf({outcome, compared}: Settled, raw: boolean): string {
	switch (outcome.kind) {
		case 'answered':
			return `answer:${compared ?? textOf(outcome, raw)}`;
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

/** The rows of the answers that are lists, and the number of their servers. */
export type Listed = {count: number; servers: number};

/**
Summarizes groups: `4 same, 1 differs, 1 without an answer, 2 waiting`. Whether lists are the same is of no interest:
`12 listed on 5 servers`.
*/
export function summaryOf(groups: readonly Group[], listed?: Listed): string {
	const count = (kind: Group['kind']) =>
		groups.reduce((sum, group) => sum + (group.kind === kind ? group.members.length : 0), 0);
	const answered = count('answered');
	const most = largest([
		0,
		...groups.flatMap(({kind, members}) => (kind === 'answered' ? members.length : [])),
	]);
	const parts = [
		...(listed ? [resultMessages.listedOn(listed.count, listed.servers)] : sameAndOthers(answered, most)),
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
