import {errorView, type Paragraph} from '../kernel/error-view.ts';
import type {State} from '../state.ts';
import {currentFilter} from './list-rows.ts';
import {serverListMessages} from '../../messages/tui-panes.ts';

/**
Returns the text in place of servers: loading, refused, unreachable, no servers, or none that matches the
filter.
*/
export function emptyList(
	{fleet, access, view}: Pick<State, 'fleet' | 'access' | 'view'>,
	profile: string,
): readonly Paragraph[] {
	const failure = fleet.at === undefined ? (fleet.problem?.failure ?? access.problem) : undefined;
	if (failure) return errorView(failure);
	if (fleet.at === undefined) return [{text: serverListMessages.reading(profile), tone: 'faint'}];
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
