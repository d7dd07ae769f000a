import {commandOrigins} from '../../actions/memorable.ts';
import {memoize} from '../../lib/lists/memoize.ts';
import {serverNamesIn} from '../servers/fleet-values.ts';
import type {FleetState} from '../servers/fleet.ts';
import type {FieldTest} from '../kernel/screens/field-tests.ts';
import {type Filter, parseFilter, type Vocabulary} from '../kernel/screens/filter.ts';
import type {State} from '../state.ts';
import type {TimelineKinds, TimelineState} from './timeline-state.ts';
import {describeEntry, wholeText} from './describe.ts';
import {type Entry, entryKinds, isFold, isProbe} from './entry.ts';
import {unfoldedTest} from './sources.ts';
import {timelineMessages} from '../../messages/timeline.ts';

const byId = memoize(
	(
		order: FleetState['order'],
		names: readonly string[],
		formerNames: FleetState['formerNames'],
	): ReadonlyMap<string, string> =>
		new Map([...formerNames, ...order.map((id, place) => [id, names[place] ?? id] as const)]),
);

/** Returns the names of the servers by id, also of deleted ones: the same map as long as no name changes, whatever else polls bring. */
export const serverNames = (
	fleet: Pick<FleetState, 'session' | 'order' | 'list' | 'formerNames'>,
): ReadonlyMap<string, string> => byId(fleet.order, serverNamesIn(fleet), fleet.formerNames);

const ofKinds: Record<Exclude<TimelineKinds, 'all'>, (entry: Entry) => boolean> = {
	states: ({kind}) => kind === 'state',
	actions: ({kind}) => kind === 'action' || kind === 'job',
	commands: ({kind}) => kind === 'command',
	mine: ({by, kind}) => by === 'me' || kind === 'action' || kind === 'job',
	others: ({by}) => by === 'other',
	runs: ({kind}) => kind === 'run',
	gaps: ({kind}) => kind === 'gap' || kind === 'bookmark',
	nodes: ({kind}) => kind === 'node',
};

/** The filter of the timeline: a kind, and words or fields such as `kind:state server:ark by:other`. */
export type TimelineFilter = Pick<TimelineState, 'kinds'> & {
	text: string;
	/** false: repeated crashes and runs that ended alike are listed one by one. */
	folds?: boolean;
};

/** Returns the test of a filter; the same function as long as it matches the same entries. */
export const timelineTest = ({kinds, text, folds = true}: TimelineFilter, state: State): Filter<[Entry]> => {
	const {problem, test} =
		text.trim() === ''
			? {problem: undefined, test: testOfKinds(kinds)}
			: byText(kinds, text, serverNames(state.fleet), state.automations.list);
	const shown = hidesProbes({kinds, text}) ? both(isNoProbe, test) : test;
	const folded = folds ? unfoldedTest(state) : isNoFold;
	return {problem, test: folded ? both(folded, shown) : shown};
};

/** Open screens send commands every few seconds, which would bury all others; a filter that names them or says who shows them. */
export const hidesProbes = ({kinds, text}: Omit<TimelineFilter, 'folds'>): boolean =>
	(kinds === 'all' || kinds === 'commands') && !/\bby[:=]|probe/i.test(text);

const isNoProbe = (entry: Entry): boolean => !isProbe(entry);

/** Every entry by itself, without those that represent several. */
const isNoFold = (entry: Entry): boolean => !isFold(entry);

const both = memoize((one: (entry: Entry) => boolean, other: ((entry: Entry) => boolean) | undefined) =>
	other ? (entry: Entry) => one(entry) && other(entry) : one,
);

const testOfKinds = (kinds: TimelineKinds) => (kinds === 'all' ? undefined : ofKinds[kinds]);

const byText = memoize(
	(
		kinds: TimelineKinds,
		text: string,
		names: ReadonlyMap<string, string>,
		list: State['automations']['list'],
	): Filter<[Entry]> => {
		const {problem, test} = parseFilter<[Entry]>(text, vocabulary(names, list));
		const isOfKind = testOfKinds(kinds);
		if (!test || !isOfKind) return {problem, test: test ?? isOfKind};
		return {problem, test: entry => isOfKind(entry) && test(entry)};
	},
);

/** The values of `kind:`; `past` is what the journal has from earlier sessions. */
const filterKinds = [...entryKinds, 'past'];

type FieldName = 'kind' | 'server' | 'by';

/** A field with a fixed set of values; the error lists them. */
const oneOf =
	(field: FieldName, words: readonly string[], test: (wanted: string) => FieldTest<[Entry]>) =>
	(wanted: string) =>
		words.some(word => word.includes(wanted))
			? test(wanted)
			: timelineMessages.noSuch(field, wanted, words.join(', '));

function vocabulary(
	names: ReadonlyMap<string, string>,
	list: State['automations']['list'],
): Vocabulary<[Entry], FieldName, never> {
	const serverText = (entry: Entry) =>
		(entry.serverId === undefined ? '' : (names.get(entry.serverId) ?? entry.serverId)).toLowerCase();
	const includes = (read: (entry: Entry) => string) => (wanted: string) => ({
		test: (entry: Entry) => read(entry).includes(wanted),
	});
	return {
		text: entry => {
			const description = describeEntry(entry, list, false);
			return `${description.who}\n${serverText(entry)}\n${wholeText(description)}`.toLowerCase();
		},
		fields: {
			kind: oneOf(
				'kind',
				filterKinds,
				includes(({kind, subject}) => (subject.what === 'past' ? `${kind}:past` : kind)),
			),
			server: includes(serverText),
			by: oneOf(
				'by',
				commandOrigins,
				includes(({by}) => by ?? ''),
			),
		},
		numbers: {},
	};
}
