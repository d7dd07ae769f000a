import {missingPermission} from '../../contract/errors.ts';
import {screenMessages} from '../../messages/screens.ts';
import {errorView, type Paragraph} from './error-view.ts';
import type {State} from '../state.ts';
import type {ScreenView} from './screen-view.ts';

/** Returns what a list shows in place of rows: why there are none, and what to do about it. */
export function emptyScreenOf(view: ScreenView, state: State): readonly Paragraph[] {
	const {screen, rows, problem, shown, viewState} = view;
	if (shown.length > 0) return [];
	if (!rows) {
		if (!problem) return [{text: screenMessages.reading(screen.pluralName), tone: 'faint'}];
		const error = errorView(problem);
		// If the refusal does not name the missing permission, the specification does.
		const isNamed = missingPermission(problem.key) === screen.permission;
		if (problem.status !== 403 || isNamed) return error;
		const needed: Paragraph = {
			text: screenMessages.needsPermission(screen.pluralName, screen.permission),
			tone: 'plain',
		};
		return error.toSpliced(-1, 0, needed);
	}
	if (rows.length === 0) {
		return screen
			.empty(state)
			.map((text, index): Paragraph => ({text, tone: index === 0 ? 'plain' : 'faint'}));
	}
	return [
		{text: screenMessages.noRowMatches(viewState.filter.field.text.trim(), rows.length), tone: 'plain'},
		{
			text: screenMessages.clearFilter,
			tone: 'faint',
		},
	];
}
