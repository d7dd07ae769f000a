import {expect, test} from 'vitest';
import {comparisonOf} from '../../../src/app/multi-command/compare.ts';
import {groupRows} from '../../../src/app/multi-command/result-rows.ts';
import {groupsOf, summaryOf, type Settled} from '../../../src/app/multi-command/groups.ts';
import {type Outcome, outcomeOf} from '../../../src/app/console/record/outcome.ts';
import {aFailure, aLine} from '../../helpers/builders.ts';

const answer = (text: string): Outcome => ({kind: 'answered', text});
const timeout: Outcome = {
	kind: 'problem',
	word: 'TIMEOUT 5s - may have run',
	sentences: ['No reply.'],
	mayHaveRun: true,
};
const waiting: Outcome = {kind: 'open', word: 'waiting'};

const settled = (...outcomes: Outcome[]): Settled[] =>
	outcomes.map((outcome, index) => ({
		member: {serverId: `s${index + 1}`, name: `s${index + 1}`, lineId: `l${index + 1}`, final: undefined},
		outcome,
	}));

const groupTexts = (raw: boolean, ...outcomes: Outcome[]) =>
	groupsOf(settled(...outcomes), raw).map(({members, word, text, isBase}) =>
		[members.map(({name}) => name).join(' '), word || text, ...(isBase ? ['most'] : [])].join(': '),
	);

test('sorts failures before answers, then small groups first, and pending servers last', () => {
	const outcomes = [answer('a'), answer('a'), answer('a'), waiting, answer('b'), timeout, timeout];
	expect(groupTexts(false, ...outcomes)).toEqual([
		's6 s7: TIMEOUT 5s - may have run',
		's5: b',
		's1 s2 s3: a: most',
		's4: waiting',
	]);
});

test('ignores trailing white space except in raw answers', () => {
	expect(groupTexts(false, answer('a \nb\n'), answer('a\nb'))).toEqual(['s1 s2: a\nb']);
	expect(groupTexts(true, answer('a \nb\n'), answer('a\nb'))).toHaveLength(2);
	expect(groupTexts(false, answer(' a'), answer('a'))).toHaveLength(2);
});

test.each([
	[[answer('a'), answer('a'), answer('b')], '2 same, 1 differs'],
	[[answer('a'), answer('a')], '2 same'],
	[[answer('a'), answer('a'), answer('b'), answer('c')], '2 same, 2 differ'],
	[[answer('a'), answer('b')], '2 answers, each different'],
	[[answer('a'), timeout, waiting, waiting], '1 answer, 1 without an answer, 2 waiting'],
	[[timeout], '1 without an answer'],
])('the summary counts %#', (outcomes, summary) => {
	expect(summaryOf(groupsOf(settled(...outcomes), false))).toBe(summary);
});

test('failures with different messages are separate groups', () => {
	const offline = outcomeOf(aLine({status: 'failed', failure: aFailure()}));
	const denied = outcomeOf(
		aLine({status: 'failed', failure: aFailure({title: 'Not allowed.', key: 'no.right'})}),
	);
	expect(groupsOf(settled(offline, denied, offline), false).map(({members}) => members.length)).toEqual([
		1, 2,
	]);
});

test('compares the group at the cursor with the largest one, and counts equal stretches', () => {
	const long = (word: string) => ['same 1', 'same 2', 'same 3', 'same 4', 'same 5', word, 'end'].join('\n');
	const groups = groupsOf(
		settled(answer(long('a')), answer(long('a')), answer(long('b')), answer('c'), timeout),
		false,
	);
	const b = groups.find(({text}) => text.includes('b\n'));
	const comparison = comparisonOf(groups, b?.key);
	expect(comparison?.lines.map(({kind, text}) => `${kind} ${text}`)).toEqual([
		'skipped 3 equal lines',
		'same same 4',
		'same same 5',
		'removed a',
		'added b',
		'same end',
	]);
	expect(comparisonOf(groups, groups[0]?.key)?.other).toBe(b);
});

test('shows no comparison when all answers are equal', () => {
	expect(
		comparisonOf(groupsOf(settled(answer('a'), answer('a'), timeout), false), undefined),
	).toBeUndefined();
});

test("Minecraft's codes are colors of the rows of a result, unless answers are shown raw", () => {
	const [one] = settled(answer('§6Plugins: §aEss\nWorld §cEdit'));
	const partsOf = (raw: boolean) => {
		const [group] = groupsOf(one ? [{...one, gameType: 'MINECRAFT'}] : [], raw);
		if (!group) throw new Error('There is no group.');
		const rows = groupRows(group, {
			cursor: '>',
			base: undefined,
			width: 60,
			height: 24,
			searched: false,
			command: undefined,
		});
		return rows.slice(1).flatMap(({segments}) => segments.slice(1).map(({text, color}) => [text, color]));
	};
	expect(partsOf(false)).toEqual([
		['Plugins: ', 'yellow'],
		['Ess', 'greenBright'],
		['World ', undefined],
		['Edit', 'redBright'],
	]);
	expect(partsOf(true)).toEqual([
		['§6Plugins: §aEss', undefined],
		['World §cEdit', undefined],
	]);
});
