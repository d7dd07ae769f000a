import {markedLine} from '../../core/input/target.ts';
import {targetWords} from '../../core/input/target-words.ts';
import {serversMatching} from '../../core/list/rows.ts';
import {comparisonOf} from '../../core/many/compare.ts';
import {groupsOf, settledOf} from '../../core/many/groups.ts';
import {comparisonBlocked} from '../../core/many/look.ts';
import type {ManyRun} from '../../core/state/many.ts';
import type {CommandGroup} from './command-table.ts';
import type {StreamDesk} from './desk.ts';
import {serversOf} from './find.ts';
import {renderLine} from './front-end.ts';
import {answersOf, compareLine, membersWords} from './many-words.ts';
import {namesWords} from './words.ts';
import {plural} from '../../lib/plural.ts';

/** `all` with a filter behind it, or a filter alone, means what passes it; else servers are named. */
function meant(desk: StreamDesk, rest: string): readonly string[] | undefined {
	const [, all, filter = ''] = /^(all\b)?\s*(.*)$/s.exec(rest) ?? [];
	const {fleet} = desk.services.store.getState();
	const matching = serversMatching(fleet, filter);
	if (all === undefined && !/^!?\/|^!?[a-z]+(:|[<>=])/i.test(rest)) {
		const named = serversOf(desk, rest);
		if (!named && 'ids' in matching && matching.ids.length > 1)
			desk.say(`:mark all ${rest} marks all that have it in them.`);
		return named;
	}
	if ('ids' in matching) return matching.ids;
	desk.say(`PROBLEM ${matching.problem}`);
	return undefined;
}

function mark(desk: StreamDesk, marks: ReadonlySet<string>): void {
	const {say, stand, services, target} = desk;
	desk.marks = marks;
	stand();
	const {count, names, facts} = targetWords(services.store.getState());
	if (count === 0) say('No server is marked.');
	else {
		const how = facts === '' ? '' : ` ${facts}.`;
		const go = target() === markedLine ? 'Lines go to them.' : ':use marked sends lines to them.';
		say(`MARKED ${plural(count, 'server')}: ${namesWords(names)}.${how} ${go}`);
	}
}

/** The command to several servers that is meant: the newest, or how many there were after it and one more. */
function runNumber({services, say}: StreamDesk, back: number): ManyRun | undefined {
	const {runs} = services.store.getState().many;
	const run = runs.at(-back);
	if (!run)
		say(
			runs.length === 0
				? 'No command has gone to several servers yet: mark some with :mark, then :use marked.'
				: `Only ${runs.length === 1 ? '1 command has' : `${runs.length} commands have`} gone to several servers.`,
		);
	return run;
}

function answers(desk: StreamDesk, rest: string): void {
	const words = rest.toLowerCase().split(/\s+/).filter(Boolean);
	const stray = words.find(word => word !== 'raw' && !/^[1-9]\d*$/.test(word));
	if (stray !== undefined) {
		desk.say('PROBLEM :answers takes a number, 2 for the command before the newest, and raw.');
		return;
	}
	const run = runNumber(desk, Number(words.find(word => word !== 'raw') ?? 1));
	if (run) desk.say(answersOf(run, desk.services.store.getState(), words.includes('raw')));
}

/** A group of the newest answers against the largest, line by line. */
function compare(desk: StreamDesk, rest: string): void {
	const {services, say} = desk;
	const run = runNumber(desk, 1);
	if (!run) return;
	services.store.dispatch({type: 'many/looked', change: {runId: run.id, compare: false}});
	const state = services.store.getState();
	const groups = groupsOf(settledOf(run, state), false);
	const group = rest === '' ? undefined : groups[Number(rest) - 1];
	const compared = comparisonOf(groups, group?.key);
	if (!compared || (rest !== '' && !group)) {
		say(
			rest !== '' && !group
				? 'PROBLEM :compare takes the number of a group.'
				: renderLine(comparisonBlocked(state) ?? ''),
		);
		return;
	}
	const {base, other, lines} = compared;
	say(
		`COMPARED what ${membersWords(other)} said with ${membersWords(base)}, which is what most said:`,
		lines.map(compareLine),
	);
}

/** Several servers at once: who they are, and what they say. */
export const severalCommands: CommandGroup = {
	title: 'Several servers',
	commands: [
		{
			name: 'mark',
			takes: '[SERVERS or FILTER or all]',
			help: 'Marks servers by name, or all that pass a filter such as state:up game:ark; without words it names the marked ones.',
			completes: 'servers',
			does: ['list.mark', 'list.markAll', 'list.range'],
			run: (desk, rest) => {
				const ids = rest === '' ? [] : meant(desk, rest);
				if (ids) mark(desk, new Set([...desk.marks, ...ids]));
			},
		},
		{
			name: 'unmark',
			takes: '[SERVERS or FILTER]',
			help: 'Takes marks off, all of them without words.',
			completes: 'servers',
			does: ['list.clearMarks'],
			run: (desk, rest) => {
				const ids = rest === '' ? [...desk.marks] : meant(desk, rest);
				if (ids) mark(desk, desk.marks.difference(new Set(ids)));
			},
		},
		{
			name: 'answers',
			takes: '[NUMBER] [raw]',
			help: 'Tells what the marked servers said to the newest command, equal answers together, those that stand out first; 2 for the command before; raw: equal only to the letter.',
			does: ['results.open', 'results.raw', 'results.older', 'results.newer'],
			run: answers,
		},
		{
			name: 'compare',
			takes: '[GROUP]',
			help: 'Compares a group of the newest answers with what most servers said, line by line.',
			does: ['results.compare'],
			run: compare,
		},
	],
};
