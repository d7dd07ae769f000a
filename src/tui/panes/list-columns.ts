import type {GameServer} from '../../contract/models/server.ts';
import {nameOf} from '../../actions/names.ts';
import {markedName} from '../../app/kernel/unreadable.ts';
import type {Layout} from '../../app/kernel/layout.ts';
import {playersText} from '../../app/servers/server-facts.ts';
import {shortGame} from '../../actions/games.ts';
import {phaseOf, type Phase} from '../../actions/preconditions.ts';
import {fit, fitRight} from '../../lib/width.ts';
import type {Glyphs, Span, Token} from '../theme/tokens.ts';

/** Columns of the list with their widths; undefined: there is no room for it. */
export type ListColumns = {
	width: number;
	name: number;
	game: number | undefined;
	state: number;
	since: number | undefined;
	players: number | undefined;
	map: number | undefined;
	node: number | undefined;
	pending: number | undefined;
};

const signWidth = 3;
const longestName = 36;

/** From these widths a list has room for everything: alone, and beside the console, where columns are narrower. */
const widest = {alone: 110, beside: 78};

/**
What is dropped when space is short: the map, then the node, then the game, then players and since. Below the heads of
their nodes servers need no node, and show their map instead. Where something is pending it has a column, of a few
letters where there is little room, and then the game gives way to it; a list with room for everything always has it.
*/
export function listColumns(
	width: number,
	mode: Layout['mode'],
	{grouped = false, pending = false}: {grouped?: boolean; pending?: boolean} = {},
): ListColumns {
	const isWide = mode === 'wide';
	const hasAll = width >= (isWide ? widest.beside : widest.alone);
	const isTight = isWide && hasAll && width < 96;
	const hasPlace = isWide ? width >= 62 : width >= 80;
	const has = {
		game: isWide || width >= 80,
		since: isWide || width >= 60,
		map: grouped ? hasPlace : hasAll,
		node: hasPlace && !grouped,
	};
	const hasPending = pending ? width >= 60 || isWide : hasAll;
	const pendingWidth = !hasPending ? 0 : width >= 100 ? 9 : 5;
	if (pending && isWide && width < 70) has.game = false;
	const state = isWide && width < 60 ? 10 : isTight ? 12 : 13;
	const game = width >= (isWide ? 72 : 92) && !isTight ? 9 : 4;
	const map = isTight ? 10 : 12;
	const taken =
		signWidth +
		(has.game ? game + 1 : 0) +
		state +
		1 +
		(has.since ? 9 + 8 : 0) +
		(has.map ? map + 1 : 0) +
		(has.node ? 9 : 0) +
		(pendingWidth > 0 ? pendingWidth + 1 : 0);
	const name = Math.max(8, Math.min(longestName, width - taken));
	const spare = Math.max(0, width - taken - name);
	return {
		width,
		name,
		game: has.game ? game : undefined,
		state,
		since: has.since ? 8 : undefined,
		players: has.since ? 7 : undefined,
		map: has.map ? map + (has.node ? 0 : Math.min(spare, 24)) : undefined,
		node: has.node ? 8 + Math.min(spare, 24) : undefined,
		pending: pendingWidth > 0 ? pendingWidth : undefined,
	};
}

type Cells = Record<'name' | 'game' | 'state' | 'since' | 'players' | 'map' | 'node' | 'pending', Span>;

function row(sign: readonly Span[], cells: Cells, columns: ListColumns): Span[] {
	const gap: Span = {text: ' ', tone: cells.name.tone === 'selected' ? 'selected' : 'plain'};
	const cell = (name: keyof Cells, cutAt: 'end' | 'middle' = 'end'): Span[] => {
		const width = columns[name];
		const {text, tone} = cells[name];
		if (width === undefined) return [];
		return [gap, {text: name === 'players' ? fitRight(text, width) : fit(text, width, cutAt), tone}];
	};
	return [
		...sign,
		...cell('name', 'middle').slice(1),
		...cell('game'),
		...cell('state'),
		...cell('since'),
		...cell('players'),
		...cell('map'),
		...cell('node', 'middle'),
		...cell('pending'),
	];
}

export function headRow(columns: ListColumns): Span[] {
	const head = (text: string): Span => ({text, tone: 'heading'});
	return row(
		[{text: ' '.repeat(signWidth), tone: 'plain'}],
		{
			name: head('NAME'),
			game: head('GAME'),
			state: head('STATE'),
			since: head('SINCE'),
			players: head('PLAYERS'),
			map: head('MAP'),
			node: head('NODE'),
			pending: head((columns.pending ?? 0) < 7 ? 'PEND' : 'PENDING'),
		},
		columns,
	);
}

const tones: Record<Phase, Token> = {
	online: 'online',
	offline: 'offline',
	changing: 'changing',
	unknown: 'unknown',
};

export type ServerRowGiven = {
	server: GameServer;
	/** What is shown, with a star while it is only what we expect. */
	state: string | undefined;
	expected: boolean;
	since: string;
	/** What is to come. */
	pending: string;
	selected: boolean;
	marked: boolean;
	/** How often it is listed, where that is more than once. */
	times?: number | undefined;
	/** Somebody here knows of this trouble: it is not shown loud. */
	acknowledged: boolean;
	/** Its console got lines since it was on screen. */
	unread: boolean;
	/** The list has the keys. */
	focused: boolean;
};

export function serverRow(given: ServerRowGiven, columns: ListColumns, glyphs: Glyphs): Span[] {
	const {server, state, expected, since, pending, selected, times, acknowledged, focused} = given;
	const phase = phaseOf(state);
	const signs: Record<Phase, string> = {
		online: ' ',
		offline: glyphs.down,
		changing: glyphs.changing,
		unknown: glyphs.unknown,
	};
	const text: Token = selected ? (focused ? 'selected' : 'selectedElsewhere') : 'plain';
	const faint: Token = selected ? text : 'faint';
	const signTone: Token = acknowledged ? 'faint' : tones[phase];
	const phaseTone: Token = text === 'selected' ? text : signTone;
	const sign = signs[phase] === ' ' ? [] : [{text: signs[phase], tone: signTone}];
	return row(
		[{text: selected ? glyphs.cursor : ' ', tone: 'titleFocused'}, ...signsOf(given, sign, glyphs)],
		{
			name: {text: markedName(nameOf(server), times), tone: text},
			game: {text: shortGame(server.gameType), tone: faint},
			state: {text: `${state ?? 'no state'}${expected ? '*' : ''}`, tone: phaseTone},
			since: {text: since, tone: faint},
			players: {text: playersText(server), tone: faint},
			map: {text: server.map ?? '-', tone: faint},
			node: {text: server.nodeName ?? '-', tone: faint},
			pending: {text: pending === '' ? '-' : pending, tone: pending === '' || selected ? faint : 'warning'},
		},
		columns,
	);
}

/**
Two columns for at most three signs: the state of what is not up, a mark, unread lines. Of three, the last one gives:
the title counts it, and everything acts on marks.
*/
function signsOf(
	{marked, unread}: Pick<ServerRowGiven, 'marked' | 'unread'>,
	state: readonly Span[],
	glyphs: Glyphs,
): Span[] {
	const spans: Span[] = [
		...state,
		...(marked ? [{text: '*', tone: 'warning'} as const] : []),
		...(unread ? [{text: glyphs.unread, tone: 'unread'} as const] : []),
	];
	const shown = spans.slice(0, signWidth - 1);
	return shown.length < signWidth - 1
		? [...shown, {text: ' '.repeat(signWidth - 1 - shown.length), tone: 'plain'}]
		: shown;
}
