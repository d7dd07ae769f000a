import {memoize} from '../../lib/memoize.ts';
import {parseFilter, type FieldTest, type Filter, type Vocabulary} from '../kernel/filter.ts';
import type {State} from '../state.ts';
import type {TimelineKinds, TimelineState} from './timeline-state.ts';
import {describeEntry, wholeText} from './describe.ts';
import type {Entry, EntryKind} from './entry.ts';
import {unfoldedTest} from './crash-folds.ts';
import {serverNames} from './timeline-names.ts';
import {timelineMessages} from '../../messages/timeline.ts';

/** The kinds that `f` cycles through. */
export const kindsInOrder: readonly TimelineKinds[] = [
	'all',
	'states',
	'actions',
	'commands',
	'mine',
	'others',
	'runs',
	'gaps',
	'nodes',
];

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
	/** false: repeated crashes are listed one by one. */
	folds?: boolean;
};

/** Returns the test of a filter; the same function as long as it matches the same entries. */
export const timelineTest = ({kinds, text, folds = true}: TimelineFilter, state: State): Filter<[Entry]> => {
	const {problem, test} =
		text.trim() === ''
			? {problem: undefined, test: testOfKinds(kinds)}
			: byText(kinds, text, serverNames(state.fleet), state.automations.list);
	const folded = folds ? unfoldedTest(state) : isNoFold;
	return {problem, test: folded ? both(folded, test) : test};
};

/** Every entry by itself, without those that stand for several. */
const isNoFold = ({subject}: Entry): boolean => subject.what !== 'crashes';

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
const entryKinds: readonly (EntryKind | 'past')[] = [
	'state',
	'node',
	'action',
	'command',
	'run',
	'gap',
	'job',
	'bookmark',
	'past',
];

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
			const description = describeEntry(entry, list);
			return `${description.who}\n${serverText(entry)}\n${wholeText(description)}`.toLowerCase();
		},
		fields: {
			kind: oneOf(
				'kind',
				entryKinds,
				includes(({kind, subject}) => (subject.what === 'past' ? `${kind}:past` : kind)),
			),
			server: includes(serverText),
			by: oneOf(
				'by',
				['me', 'probe', 'other'],
				includes(({by}) => by ?? ''),
			),
		},
		numbers: {},
	};
}
