import {actions} from '../../actions/index.ts';
import type {Feature} from '../kernel/state/feature.ts';
import {formOf} from '../kernel/dialogs/form.ts';
import {dialogCommands} from './dialog-commands.ts';
import {watchReview} from './watch-review.ts';
import {clearUndoWindow} from './undo-window.ts';

/** Dialogs of service actions. Dialogs that concern only this machine belong to their features. */
export const dialogsFeature: Feature = {
	id: 'dialogs',
	commands: dialogCommands,
	dialogs: actions.map(formOf),
	effects: [watchReview, services => () => clearUndoWindow(services)],
};
