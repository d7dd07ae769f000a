import {listIds} from './kernel/screens/screens-state.ts';
import {listWords} from '../messages/screen-words.ts';
import {largest, pushAll} from '../lib/lists/long-lists.ts';
import {widthOf, wrap} from '../lib/text/width.ts';
import {helpMessages} from '../messages/help.ts';
import {focusOf, scopesOf} from './focus.ts';
import {blockedBecause, type Keyed} from './hints.ts';
import {feedDoubt} from './kernel/state/feed-state.ts';
import {commandGroups} from './kernel/keys/command-info.ts';
import {keyLabel} from './kernel/keys/chords.ts';
import {renderWithKeys} from './kernel/keys/keymap.ts';
import type {Place} from './kernel/keys/scope.ts';
import type {Rect} from './kernel/screens/layout.ts';
import {isOffered} from './kernel/state/offered-extensions.ts';
import {signs} from './kernel/text/signs.ts';
import type {State} from './state.ts';
import {targetsOf} from './targets-of.ts';

export type HelpCell = {kind: 'heading' | 'key' | 'blocked' | 'sign'; keys: string; label: string};
type Group = {heading: string; cells: readonly HelpCell[]};
/** Cells from top to bottom; undefined is a blank line. */
type Column = (HelpCell | undefined)[];

/** The visible page of the help and its box. */
export type HelpView = {
	rect: Rect;
	title: string;
	/** Text in the frame: the page and the keys. */
	note: string;
	/** Problems with the feed, above the keys. */
	doubt: readonly string[];
	columns: readonly Column[];
	/** Width of the keys, and of an entire column; columns are separated by `columnGap` blanks. */
	keyWidth: number;
	columnWidth: number;
	/** Height of the columns in rows. */
	height: number;
	page: number;
	pages: number;
};

export const columnGap = 3;
const maxKeyWidth = 12;
const minHeight = 6;

/** Returns the help on the keys of the pane from which it was opened, and on the signs of the screen. */
export function helpView(stateWithHelp: State, keyed: Keyed): HelpView {
	const state = {...stateWithHelp, dialog: undefined};
	const {columns, rows} = state.view.size;
	const inner = columns - 4;
	const doubtText = feedDoubt(state.feed);
	const doubt = doubtText === undefined ? [] : wrap(doubtText, inner);
	const groups = [...keyGroups(state, keyed), signGroup()];
	const cells = groups.flatMap(group => group.cells);
	const keyWidth = largest(cells.map(cell => widthOf(cell.keys)));
	const widest = keyWidth + 1 + largest(cells.map(({label}) => widthOf(label)));
	const across = Math.max(1, Math.floor((inner + columnGap) / (widest + columnGap)));
	const columnWidth = Math.min(widest, inner);
	const all = arrangeColumns(groups, across, Math.max(minHeight, rows - 4 - doubt.length));
	const pages = Math.ceil(all.length / across);
	const page = Math.min(stateWithHelp.dialog?.kind === 'help' ? stateWithHelp.dialog.page : 0, pages - 1);
	const height = largest(all.map(({length}) => length));
	const wanted = Math.min(all.length, across) * (columnWidth + columnGap) - columnGap;
	const title = helpMessages.title(paneNames[focusOf(state).place] ?? '');
	const note = renderWithKeys(helpMessages.note(page + 1, pages, columns < 60), keyed.keymap);
	const width = Math.min(
		columns,
		4 + largest([wanted, widthOf(title) + widthOf(note) + 4, ...doubt.map(widthOf)]),
	);
	return {
		rect: {
			x: Math.floor((columns - width) / 2),
			y: 1,
			width,
			height: height + doubt.length + 2,
		},
		title,
		note,
		doubt,
		columns: all.slice(page * across, (page + 1) * across),
		keyWidth,
		columnWidth,
		height,
		page,
		pages,
	};
}

/** Dialogs have none. */
const paneNames: Partial<Record<Place, string>> = {
	...helpMessages.panes,
	...Object.fromEntries(
		listIds.flatMap(id => [
			[id, listWords[id].name],
			[`${id}Details`, listWords[id].details],
		]),
	),
};

/** Groups each key with its command here; if two commands share a key, the innermost scope wins. */
function keyGroups(state: State, {settings, keymap, screens}: Keyed): Group[] {
	const scopes = scopesOf(state);
	const targets = targetsOf(state, screens);
	return commandGroups.map(group => {
		const cells = keymap.commands.flatMap((command): HelpCell[] => {
			if (command.group !== group) return [];
			if (command.extension && !isOffered(state.access, command.extension)) return [];
			const activeKeys = command.keys.filter(key => keymap.find(scopes, key) === command);
			if (activeKeys.length === 0) return [];
			const isBlocked = blockedBecause(command, state, targets, settings) !== undefined;
			const label = isBlocked ? helpMessages.blocked(command.title) : command.title;
			return [{kind: isBlocked ? 'blocked' : 'key', keys: keysText(activeKeys), label}];
		});
		return {heading: helpMessages.groups[group], cells};
	});
}

/** Returns as many of the keys as fit, at least the first. */
function keysText([first = '', ...others]: readonly string[]): string {
	return others.reduce((text, key) => {
		const longer = `${text} ${keyLabel(key)}`;
		return widthOf(longer) > maxKeyWidth ? text : longer;
	}, keyLabel(first));
}

/** Explains the signs that stand beside names and in the header. */
function signGroup(): Group {
	const {groups, signs: meanings} = helpMessages;
	const {cursor, down, changing, unknown, selected, unread, ...others} = meanings;
	const beside = {cursor, down, changing, unknown, selected, unread};
	const signOf = (keys: string, label: string): HelpCell => ({kind: 'sign', keys, label});
	return {
		heading: groups.signs,
		cells: [
			...Object.entries(beside).map(([id, label]) => signOf(signs[id as keyof typeof beside], label)), // its own keys
			...Object.values(others).map(({sign, meaning}) => signOf(sign, meaning)),
		],
	};
}

/**
Arranges the groups in columns of at most `most` rows: as low as possible on one page, else on few pages. A
group is split only if that saves a page.
*/
function arrangeColumns(groups: readonly Group[], across: number, most: number): Column[] {
	const tallest = 1 + largest(groups.map(({cells}) => cells.length));
	for (let height = tallest; height <= most; height++) {
		const whole = flowColumns(groups, height);
		if (whole.length <= across) return whole;
	}
	const [whole, divided] = [flowColumns(groups, most), flowColumns(groups, most, across)];
	const pagesOf = (columns: readonly Column[]) => Math.ceil(columns.length / across);
	return pagesOf(divided) < pagesOf(whole) ? divided : whole;
}

/** `across`: groups are split; their headings are repeated on the next page of this many columns. */
function flowColumns(groups: readonly Group[], height: number, across?: number): Column[] {
	const columns: Column[] = [];
	for (const {heading, cells} of groups) {
		if (cells.length === 0) continue;
		const head: HelpCell = {kind: 'heading', keys: '', label: heading};
		const last = columns.at(-1);
		// The blank line, the heading, and at least one row below it.
		const needed = 2 + (across === undefined ? cells.length : 1);
		if (last && last.length + needed <= height) pushAll(last, [undefined, head]);
		else columns.push([head]);
		for (const cell of cells) {
			if (columns.at(-1)?.length === height)
				columns.push(across === undefined || columns.length % across === 0 ? [head] : []);
			columns.at(-1)?.push(cell);
		}
	}
	return columns;
}
