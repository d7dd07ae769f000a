import {sourceOf, sourcesIn} from '../helpers/sources.ts';
import {expect, test} from 'vitest';
import {nodeNamesOf, serverNamesIn, shownPhases} from '../../src/app/servers/fleet-values.ts';
import {listRows} from '../../src/app/servers/list-rows.ts';
import {sortIds} from '../../src/app/servers/columns.ts';
import {serverNames} from '../../src/app/timeline/timeline-filter.ts';
import {fieldOf} from '../../src/app/kernel/text/text-field.ts';
import {openingState, reduce, type State} from '../../src/app/state.ts';
import {aServer, viewChanged, polled} from '../helpers/builders.ts';

const fleetOf = (prefix: string, count: number) =>
	Array.from({length: count}, (_, index) =>
		aServer({id: `${prefix}${index}`, displayName: `${prefix} ${index}`}),
	);

/** A session with the servers of its prefix, and the same after a poll in which a player left. */
function session(prefix: string, sort: string): [before: State, after: State] {
	const fleet = fleetOf(prefix, 40);
	const viewEvent = viewChanged({sort, filter: {field: fieldOf(prefix), editing: false}});
	const opened = [polled(fleet), viewEvent].reduce<State>(reduce, openingState({lines: 100}));
	const [first = aServer(), ...rest] = fleet;
	return [opened, reduce(opened, polled([{...first, modCount: 3}, ...rest]))];
}

/** The incremental results of a session, each the same object as long as nothing in it differs. */
const madeOf = (state: State) => [
	serverNamesIn(state.fleet),
	nodeNamesOf(state.fleet),
	shownPhases(state.fleet),
	serverNames(state.fleet),
	listRows(state),
];

test.each(sortIds)(
	"sorted by %s, a session's incremental results are not recomputed because of another one",
	sort => {
		const [before, after] = session('one', sort);
		const [otherBefore, otherAfter] = session('two', sort);
		const [made, otherMade] = [madeOf(before), madeOf(otherBefore)];
		const [next, otherNext] = [madeOf(after), madeOf(otherAfter)];
		for (const [index, part] of made.entries()) {
			expect(next[index]).toBe(part);
			expect(otherNext[index]).toBe(otherMade[index]);
		}
		expect(listRows(after).ids).toHaveLength(40);
		expect(listRows(otherAfter).ids.every(id => id.startsWith('two'))).toBe(true);
	},
);

test('sessions share no mutable state', () => {
	const [one, other] = [openingState({lines: 1}), openingState({lines: 1})];
	expect(one.session).not.toBe(other.session);
	expect(one.fleet.session).toBe(one.session);
});

/** A variable, collection or incremental computation of a module, which all sessions would share. */
const kept =
	/^(?:export )?(?:let |const \w+\b(?!: [Rr]eadonly)[^=\n]* =\s*(?:new (?:Map|Set)(?:<.*>)?\(\)|\[\]|memoizedColumn\(|createSlotOrder\())/m;

test('no module of app has mutable state', () => {
	expect(kept.test('const known = new Map<string, {a: number}>();')).toBe(true);
	expect(kept.test('const none: ReadonlySet<string> = new Set();')).toBe(false);
	expect(sourcesIn('src/app').filter(file => kept.test(sourceOf(file)))).toEqual([]);
});
