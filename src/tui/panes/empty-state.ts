import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import {errorView, type Paragraph} from '../../app/kernel/error-view.ts';
import type {Keyed} from '../../app/hints.ts';
import type {State} from '../../app/state.ts';
import {currentFilter} from '../../app/servers/list-rows.ts';
import {wrap} from '../../lib/width.ts';
import type {Span} from '../theme/tokens.ts';
import {serverListMessages} from '../../messages/tui-panes.ts';

/** What stands in the place of a list that has nothing to show: still loading, refused, out of reach, or empty. */
export function emptyState(
	{fleet, access, view}: Pick<State, 'fleet' | 'access' | 'view'>,
	{settings, keymap}: Keyed,
	width: number,
): Span[][] {
	return paragraphs({fleet, access, view}, settings.profile.label).flatMap(({text, tone}) =>
		wrap(renderWithKeys(text, keymap), Math.max(8, width - 2)).map(row => [{text: ` ${row}`, tone}]),
	);
}

function paragraphs(
	{fleet, access, view}: Pick<State, 'fleet' | 'access' | 'view'>,
	label: string,
): Paragraph[] {
	const failure = fleet.at === undefined ? (fleet.problem?.failure ?? access.problem) : undefined;
	if (failure) return errorView(failure);
	if (fleet.at === undefined) return [{text: serverListMessages.reading(label), tone: 'faint'}];
	if (fleet.order.length === 0 && fleet.unreadable.length === 0) {
		return [
			{text: serverListMessages.noServers(access.team?.name), tone: 'plain'},
			{text: serverListMessages.appearHere, tone: 'faint'},
		];
	}
	const filter = view.filter.field.text.trim();
	const {doubt} = currentFilter({fleet, view});
	return [
		{text: serverListMessages.noMatch(filter), tone: 'plain'},
		...(doubt === undefined ? [] : [{text: doubt, tone: 'faint' as const}]),
		{text: serverListMessages.filterSyntax, tone: 'faint'},
	];
}
