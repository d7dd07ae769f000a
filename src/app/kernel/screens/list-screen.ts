import type {Permission} from '../../../contract/permissions.ts';
import type {Unreadable} from '../../../contract/models/list.ts';
import type {Failure} from '../state/failure.ts';
import type {Services} from '../state/services.ts';
import type {Settings} from '../state/settings.ts';
import type {State} from '../../state.ts';
import type {ListId} from './screens-state.ts';
import type {Message} from '../../../messages/text.ts';
import type {TableColumn} from '../../../lib/text/table-layout.ts';
import type {Cell, Fact, ListColumn, Span} from '../text/spans.ts';

/** A column of a list whose items only its own feature knows; the rows make the cells. */
export type ScreenColumn = TableColumn & Pick<ListColumn<never>, 'id' | 'isClear' | 'isSnug' | 'wraps'>;

/** The fields that filters of lists can search. */
type FilterField =
	| 'about'
	| 'automation'
	| 'description'
	| 'down'
	| 'email'
	| 'enabled'
	| 'game'
	| 'id'
	| 'kind'
	| 'last'
	| 'name'
	| 'player'
	| 'server'
	| 'servers'
	| 'status'
	| 'targets'
	| 'tasks'
	| 'text'
	| 'trigger'
	| 'version'
	| 'what';

/** An item of a list, with an id that survives a refresh. */
export type ScreenRow = {
	id: string;
	/** Returns the cell of a column. Called only for rows on screen. */
	cell: (column: string, now: number) => Cell;
	/** The values that a filter searches, by field name. */
	fields: Readonly<Partial<Record<FilterField, string | number | undefined>>>;
	/** Since when it is there, for sorting, epoch ms. */
	since?: number | undefined;
	/** It is a remark, not an item, and is not counted. */
	isAside?: true;
	/** Its text in place of the cells, across all columns. */
	remark?: Message;
};

/** The data of a list. `at` is the time of the last read; `rows` is undefined before the first one. */
export type ScreenData = {
	rows: readonly ScreenRow[] | undefined;
	at: number | undefined;
	problem: Failure | undefined;
	/** Records that were read but are not among the rows. */
	unreadable: readonly Unreadable[];
	/** Rows are still added in front of others: without a choice of the user, the first one is current. */
	isLoading?: boolean;
};

/** `revealed`: sensitive values are shown. */
export type DetailsOptions = {now: number; settings: Settings; revealed: boolean};

/** In terminal cells. */
export type HeadSize = {width: number; height: number};

/** An order of a list. `compare` undefined: that of its data. */
export type RowSort = {
	id: string;
	key: string;
	label: string;
	compare?: (a: ScreenRow, b: ScreenRow) => number;
};

/** A list with its own screen, as data. One painter and one set of commands serve them all. */
export type ListScreen = {
	id: ListId;
	columns: readonly ScreenColumn[];
	/** The text fields and the numeric fields of its filter. */
	fields: readonly FilterField[];
	numbers: readonly FilterField[];
	/** The orders that the user can choose, the usual one first. */
	sorts?: readonly RowSort[];
	/** `revealed`: with sensitive values. */
	data: (state: State, revealed: boolean) => ScreenData;
	/** The text shown if there are no rows: first why, then what to do. */
	empty: (state: State) => readonly Message[];
	/** The permission needed to read it. */
	permission: Permission;
	/** An addition to the title, such as the page. */
	note?: (state: State) => Message;
	details: (state: State, id: string, how: DetailsOptions) => readonly Fact[];
	/** Shows the next older page, or the one before. Absent if all rows are loaded. */
	turnPage?: (services: Services, by: 1 | -1) => void;
	/** Reads its data again. */
	refresh: (services: Services) => void;
	/** It grows at its end. Without a current row, which it has again at the end, the cursor stays on the newest one. */
	follows?: true;
	/** Users remove its items: the next row is current when the current one leaves. Else none is, until the user chooses one. */
	movesOn?: true;
	/**
	Rows above the list, at most `height`. The list has the rest of the screen until its details are open. Line mode says the
	same in `note`.
	*/
	head?: (state: State, size: HeadSize, now: number) => readonly (readonly Span[])[];
	/** What Enter does. By default it opens the details. */
	enter?: (services: Services, id: string) => void;
};

export type Screens = Readonly<Record<ListId, ListScreen>>;
