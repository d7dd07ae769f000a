import {searchStatus} from '../app/console/read/find.ts';
import {focusOf} from '../app/focus.ts';
import {lineKey} from '../app/console/send/target.ts';
import {layoutOf} from '../app/kernel/screens/layout.ts';
import {resultsView} from '../app/multi-command/results-view.ts';
import {screenPlaces} from '../app/kernel/screens/places.ts';
import {openScreen} from '../app/kernel/screens/screen-view.ts';
import {paletteView} from '../app/palette-view.ts';
import type {Keyed} from '../app/hints.ts';
import type {State} from '../app/state.ts';
import {widthOf} from '../lib/text/width.ts';
import {layOutForm} from './dialogs/form-rows.ts';
import type {Forms} from '../app/dialogs/dialog.ts';
import {formView} from '../app/dialogs/dialog-view.ts';
import {fieldWindow} from '../app/kernel/text/text-field.ts';
import {listTitle} from '../app/list-title.ts';
import {promptOf} from '../app/console/input/prompt.ts';
import {screenTitle} from '../app/kernel/screens/screen-title.ts';
import {searchRow} from './panes/search-row.ts';
import {timelineTitle} from '../app/timeline/timeline-view.ts';

export type Caret = {x: number; y: number};

/**
Returns the position of the terminal's cursor, in the text field that has the keys; undefined hides it. This
is a single function of the state, because with several components the last one painted would win.
*/
export function caretOf(state: State, keyed: Keyed & Forms, now: number): Caret | undefined {
	const {settings, keymap, screens} = keyed;
	const {view} = state;
	const layout = layoutOf(view);
	if (layout.mode === 'tiny') return undefined;
	switch (focusOf(state).place) {
		case 'palette': {
			const open = paletteView(state, keyed);
			if (!open) return undefined;
			const {rect, field} = open;
			return {x: rect.x + 2 + fieldWindow(field, rect.width - 4).caret, y: rect.y + 1};
		}
		case 'formField':
		case 'formPresets':
		case 'formConfirm': {
			const form = formView(state, keyed, now);
			return form && layOutForm(form, view.size, keymap).caret;
		}
		case 'serverFilter': {
			const {servers} = layout.panes;
			if (!servers) return undefined;
			// The title starts with one character of its rule.
			return {x: servers.x + 1 + listTitle(state, keymap, servers.width).caret, y: servers.y};
		}
		case 'timelineFilter': {
			const {timeline} = layout.panes;
			if (!timeline) return undefined;
			return {x: timeline.x + 1 + timelineTitle(state, timeline.width).caret, y: timeline.y};
		}
		case 'consoleSearch': {
			const {console} = layout.panes;
			const {search} = state.reading;
			if (!console || !search) return undefined;
			const {caret} = searchRow(search, searchStatus(state), console.width);
			return {x: console.x + caret, y: console.y + console.height - 1};
		}
		case 'resultsSearch': {
			const {results} = layout.panes;
			const {search} = state.results.viewState;
			if (!results || !search) return undefined;
			const {caret} = searchRow(search, resultsView(state).searchStatus, results.width);
			return {x: results.x + caret, y: results.y + results.height - 1};
		}
		case 'listFilter': {
			const screen = openScreen(state, screens);
			const {list} = screenPlaces(state, screens);
			if (!screen || !list) return undefined;
			return {x: list.x + 1 + screenTitle(screen, state, keymap, list.width).caret, y: list.y};
		}
		case 'historySearch':
		case 'input':
		case 'resultsInput': {
			const {input} = layout;
			if (!input || lineKey(state) === undefined) return undefined;
			const prompt = promptOf(state, settings, input);
			const column = widthOf(prompt.text) + fieldWindow(prompt.field, prompt.width).caret;
			return {x: Math.min(input.x + input.width - 1, input.x + column), y: input.y + input.height - 1};
		}
		default:
			return undefined;
	}
}
