import type {Permission} from '../../contract/permissions.ts';
import type {Unreadable} from '../../contract/models/listed.ts';
import type {Pixels} from './front-end.ts';
import type {Failure} from './failure.ts';
import type {Services} from './services.ts';
import type {Settings} from './settings.ts';
import type {State} from '../state.ts';
import type {ListId} from './screens-state.ts';
import type {Message} from '../../messages/text.ts';
import type {TableColumn} from '../../lib/table-layout.ts';
import type {Cell, Fact} from './cells.ts';
import type {ListColumn} from './columns.ts';

/** A column of a list whose items only its own feature knows: its rows make the cells. */
export type ScreenColumn = TableColumn & Pick<ListColumn<never>, 'id' | 'isClear'>;

/** What a filter of some list can look at. */
type FilterField =
	| 'about'
	| 'automation'
	| 'description'
	| 'down'
	| 'email'
	| 'enabled'
	| 'id'
	| 'kind'
	| 'last'
	| 'name'
	| 'servers'
	| 'status'
	| 'targets'
	| 'tasks'
	| 'trigger'
	| 'version';

/** One thing in a list, by an id that stays its own whatever is read again. */
export type ScreenRow = {
	id: string;
	/** What is in a column; asked only of rows that are on screen. */
	cell: (column: string, now: number) => Cell;
	/** What a filter looks at, by the name of the field. */
	fields: Readonly<Partial<Record<FilterField, string | number | undefined>>>;
};

/** Why a list is as it is: `at`, when it was read last; `rows` undefined: not read yet. */
export type ScreenData = {
	rows: readonly ScreenRow[] | undefined;
	at: number | undefined;
	problem: Failure | undefined;
	/** What was read but is not among the rows. */
	unreadable: readonly Unreadable[];
};

/** `revealed`: with what is nobody else's business. */
export type DetailsOptions = {now: number; settings: Settings; revealed: boolean};

/** A list with a screen of its own, as data: one painter and one set of commands serve them all. */
export type ListScreen = {
	id: ListId;
	/** In the title: `NODES`. */
	title: string;
	/** What its rows are called, in the plural. */
	things: string;
	/** What one of them is called. */
	thing: string;
	columns: readonly ScreenColumn[];
	/** Fields of a filter that are texts, and those that are numbers. */
	fields: readonly FilterField[];
	numbers: readonly FilterField[];
	/** `revealed`: with what is nobody else's business. */
	data: (state: State, revealed: boolean) => ScreenData;
	/** What is said where there is no row: first what is so, then what helps. */
	empty: (state: State) => readonly Message[];
	/** The permission without which it cannot be read. */
	permission: Permission;
	/** More for the title, such as the page. */
	note?: (state: State) => Message;
	details: (state: State, id: string, how: DetailsOptions) => readonly Fact[];
	/** Stands below the details, where there is room. */
	picture?: (state: State, id: string) => Pixels | undefined;
	/** Goes to the next older page, or back; where it is not said, all rows are there. */
	turnPage?: (services: Services, by: 1 | -1) => void;
	/** Reads its data again. */
	refresh: (services: Services) => void;
	/** What Enter does; where it is not said, it opens the details. */
	enter?: (services: Services, id: string) => void;
};

export type Screens = Readonly<Record<ListId, ListScreen>>;
