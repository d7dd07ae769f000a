import {renderWithKeys} from '../../app/kernel/keymap/keymap.ts';
import {errorView, type Paragraph} from '../../app/kernel/error-view.ts';
import type {Keyed} from '../../app/hints.ts';
import type {State} from '../../app/state.ts';
import {currentFilter} from '../../app/servers/list-rows.ts';
import {wrap} from '../../lib/width.ts';
import type {Span} from '../theme/tokens.ts';
import {key, message} from '../../messages/text.ts';

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
	if (fleet.at === undefined) return [{text: `Reading the servers of ${label} …`, tone: 'faint'}];
	if (fleet.order.length === 0 && fleet.unreadable.length === 0) {
		const team = access.team?.name ?? 'This team';
		return [
			{text: `${team} has no game servers.`, tone: 'plain'},
			{
				text: message`They appear here as soon as the service lists one; ${key('app.refresh')} asks at once.`,
				tone: 'faint',
			},
		];
	}
	const filter = view.filter.field.text.trim();
	const {doubt} = currentFilter({fleet, view});
	return [
		{text: `No server matches "${filter}".`, tone: 'plain'},
		...(doubt === undefined ? [] : [{text: doubt, tone: 'faint' as const}]),
		{
			text: message`Every word, /pattern/, !inverse and field:value must fit; ${key('app.back')} clears the filter.`,
			tone: 'faint',
		},
	];
}
