import type {ScreenRow} from '../app/kernel/list-screen.ts';
import {countItems} from '../app/kernel/screen-title.ts';
import type {ScreenView} from '../app/kernel/screen-view.ts';
import type {ListId} from '../app/kernel/screens-state.ts';
import type {LineSession} from './session.ts';
import {renderLine} from './segments.ts';
import {findRow, problemLines, readList, readRow} from './list-rows.ts';
import {lineMessages} from '../messages/line-mode.ts';
import {lineListMessages} from '../messages/line-mode-work.ts';

/** Parses `--reveal`, which prints private data. */
export function wordsAndReveal(rest: string): {words: string; isRevealed: boolean} {
	const words = rest.replace(/(^|\s)--reveal\b/, ' ').trim();
	return {words, isRevealed: words !== rest};
}

/** Prints every row of a list that matches the filter, with a number to refer to it. */
export async function printList(session: LineSession, list: ListId, rest: string): Promise<void> {
	const {words, isRevealed} = wordsAndReveal(rest);
	const view = await readList(session, list, {filter: words, isRevealed});
	if (view) printRows(session, list, view);
}

export function printRows(session: LineSession, list: ListId, view: ScreenView): void {
	const {services, print} = session;
	const {screen, shown, filter, rows, at} = view;
	const state = services.store.getState();
	const now = services.clock.now();
	if (filter.problem !== undefined) {
		print(lineMessages.problem(filter.problem));
		return;
	}
	session.printed.set(
		list,
		shown.map(({id}) => id),
	);
	const all = countItems(rows ?? []);
	const items = countItems(shown);
	const age = at === undefined ? lineListMessages.notReadYet : lineListMessages.readAgo(now - at);
	const note = renderLine(screen.note?.(state) ?? '');
	const count = rows && (items === all ? `${all}` : lineListMessages.part(items, all));
	print(
		shown.map((row, index) => `${index + 1}. ${rowWords(view, row, now)}`),
		problemLines(view),
		rows?.length === 0 ? screen.empty(state).map(renderLine) : [],
		`${screen.title} ${[count, note, age].filter(Boolean).join(', ')}.`,
	);
}

/** Formats a row: the first two columns as they are, the others after their header: `eu-1, ONLINE, servers 4 up`. */
function rowWords({screen}: ScreenView, row: ScreenRow, now: number): string {
	return screen.columns
		.flatMap(({id, header, isClear}, index) => {
			const text = renderLine(row.cell(id, now).text).trim();
			if (text === '' || text === '-') return [];
			return [index < 2 || isClear ? text : `${header.toLowerCase()} ${text}`];
		})
		.join(', ');
}

/** Prints all details of one row. */
export async function printRow(session: LineSession, list: ListId, rest: string): Promise<void> {
	const {words, isRevealed} = wordsAndReveal(rest);
	const {services, print} = session;
	const {store, clock, settings} = services;
	const view = await readList(session, list, {isRevealed, isFresh: list !== 'runs'});
	const row = view && findRow(session, list, words, view);
	if (!row) return;
	await readRow(session, list, row);
	const how = {now: clock.now(), settings, revealed: isRevealed};
	const facts = view.screen.details(store.getState(), row.id, how);
	print(
		facts.map(({label, text}) => {
			const name = renderLine(label);
			return name === '' ? renderLine(text) : `${name}: ${renderLine(text)}`;
		}),
	);
}
