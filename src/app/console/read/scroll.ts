import {notify} from '../../kernel/state/notify.ts';
import type {Services} from '../../kernel/state/services.ts';
import {emptyConsole} from '../record/state.ts';
import type {State} from '../../state.ts';
import {
	type Block,
	blockAt,
	blockCount,
	isLandmark,
	isLong,
	placeOf,
	placeOfLine,
	rowsOfBlock,
	type Spot,
} from './blocks.ts';
import {entryCount} from '../record/buffer.ts';
import {indexOfId, lineAt} from '../record/lines.ts';
import {consoleView, type ConsoleView, isBefore, moveBy} from './view.ts';
import {consoleMessages} from '../../../messages/console.ts';

/** The position at which a console follows new entries. */
export const theEnd = 'end';

/** Scrolls a spot to the top. At the bottom, the console follows new entries. */
function scrollTo({store}: Services, {document, bottom}: ConsoleView, spot: Spot | typeof theEnd): void {
	const state = store.getState();
	const serverId = state.view.currentId;
	if (serverId === undefined) return;
	const block = spot === theEnd || !isBefore(spot, bottom) ? undefined : blockAt(document, spot.place);
	if (!block || spot === theEnd) {
		store.dispatch({type: 'view/scrolled', serverId, top: undefined});
		return;
	}
	const buffer = state.console.get(serverId) ?? emptyConsole;
	const seen = state.view.consoleTop.get(serverId)?.seen ?? entryCount(buffer);
	const order = block.kind === 'rule' ? block.rule.order : block.line.order;
	const top = {key: block.key, order, row: spot.row, seen};
	store.dispatch({type: 'view/scrolled', serverId, top});
}

/** Scrolls the current server's console. */
export function scroll(services: Services, to: (view: ConsoleView) => Spot | typeof theEnd): void {
	const view = consoleView(services.store.getState());
	scrollTo(services, view, to(view));
}

export const rowsFrom = ({document, top}: ConsoleView, by: number): Spot => moveBy(document, top, by);

/** Moves the cursor to a block, and scrolls it into view if needed. */
function moveCursorTo(services: Services, block: Block, row = 0): void {
	const {store} = services;
	const serverId = store.getState().view.currentId;
	if (serverId === undefined) return;
	store.dispatch({type: 'reading/pointed', serverId, key: block.key});
	const view = consoleView(store.getState());
	const wanted = `${block.key} ${row}`;
	if (view.rows.some(({key}) => key === wanted || (block.kind === 'rule' && key === block.key))) return;
	// A little context above it stays visible.
	const above = Math.min(2, Math.floor(view.height / 4));
	scrollTo(services, view, moveBy(view.document, {place: block.place, row}, -above));
}

/** Moves to the next or previous command from the cursor. */
export function goToCommand(services: Services, by: 1 | -1): void {
	const {document, cursor, following} = consoleView(services.store.getState());
	for (let place = (cursor?.place ?? 0) + by; ; place += by) {
		const block = blockAt(document, place);
		if (!block) break;
		if (block.kind === 'line' && block.line.kind === 'command') return moveCursorTo(services, block);
	}
	if (by === 1 && !following) scroll(services, () => theEnd);
	else
		notify(services, 'info', consoleMessages.noCommand(by), {
			passing: true,
			about: 'server',
		});
}

/** Moves to the next or previous gap, bookmark or start of unread entries. */
export function goToLandmark(services: Services, by: 1 | -1): void {
	const {view, reading} = services.store.getState();
	const {document, cursor, following} = consoleView(services.store.getState());
	// If the console follows and the cursor was not placed, the search starts at the very end.
	const isAtEnd = following && cursor?.key !== reading.cursor.get(view.currentId ?? '');
	const from = isAtEnd ? blockCount(document) : (cursor?.place ?? 0);
	const found = document.rules
		.map((rule, index) => ({rule, place: rule.before + index}))
		.filter(({rule, place}) => isLandmark(rule) && (by === 1 ? place > from : place < from));
	const next = by === 1 ? found[0] : found.at(-1);
	const block = next && blockAt(document, next.place);
	if (block) moveCursorTo(services, block);
	else
		notify(services, 'info', consoleMessages.noLandmark(by), {
			about: 'server',
		});
}

/** Returns the id of the entry that Enter would fold or unfold. */
export function foldable(state: State): string | undefined {
	const {cursor, document} = consoleView(state);
	return cursor?.kind === 'line' && isLong(document, cursor.line) ? cursor.line.id : undefined;
}

export function fold(services: Services): void {
	const {store} = services;
	const {reading} = store.getState();
	const id = foldable(store.getState());
	if (id === undefined) return;
	const {cursor} = consoleView(store.getState());
	const unfolded = new Set(reading.unfolded);
	if (!unfolded.delete(id)) unfolded.add(id);
	store.dispatch({type: 'reading/changed', change: {unfolded}});
	const view = consoleView(store.getState());
	const block = cursor && blockAt(view.document, placeOf(view.document, cursor.key, orderOf(cursor)).place);
	if (block) moveCursorTo(services, block);
}

const orderOf = (block: Block) => (block.kind === 'rule' ? block.rule.order : block.line.order);

/**
Moves the cursor to a matching entry, and unfolds it if the match is in the folded part. If no row shows the match,
because a table omits some text, a notice says so.
*/
export function pointAtLine(services: Services, index: number, isHit: (text: string) => boolean): void {
	const {store} = services;
	const line = lineAt(consoleView(store.getState()).document.lines, index);
	if (!line) return;
	const rowOfHit = () => {
		const {document} = consoleView(store.getState());
		const place = placeOfLine(document, indexOfId(document.lines, line.id));
		const block = blockAt(document, place);
		const rows = block ? rowsOfBlock(document, block) : [];
		const texts = rows.map(({segments}) =>
			segments
				.map(({text}) => (typeof text === 'string' ? text : ''))
				.join('')
				.trim(),
		);
		const row = rows.findIndex(({segments}) =>
			segments.some(({text}) => typeof text === 'string' && isHit(text)),
		);
		return {block, row, isShown: row !== -1 || isHit(texts.join(' ')) || isHit(texts.join(''))};
	};
	const {reading} = store.getState();
	if (rowOfHit().row === -1 && !reading.unfolded.has(line.id)) {
		const unfolded = new Set(reading.unfolded).add(line.id);
		store.dispatch({type: 'reading/changed', change: {unfolded}});
	}
	const {block, row, isShown} = rowOfHit();
	if (block) moveCursorTo(services, block, Math.max(0, row));
	if (block && !isShown && !reading.raw) {
		const words = consoleMessages.hiddenByTable;
		notify(services, 'info', words, {passing: true, about: 'server'});
	}
}
