import {inKeys} from '../../core/commands/index.ts';
import {formView, type FormView} from '../../core/forms/form-view.ts';
import {withWordsIn} from '../../core/key-words.ts';
import type {Settings} from '../../core/services.ts';
import type {State} from '../../core/state/index.ts';

/** The form that is open, with the keys of this session in its texts. */
export function shownForm(state: State, settings: Settings, now: number): FormView | undefined {
	const view = formView(state, settings, now);
	return view && withWordsIn(view, text => inKeys(text, settings));
}
