import {openFormDialog} from '../actions/dialogs.ts';
import type {CommandQuestion} from '../keymap/command-info.ts';
import {openMenu} from '../menus/open.ts';
import type {Services} from '../services.ts';
import type {Targets} from '../state/targets.ts';

/** Asks in a dialog or a menu what a command of the TUI asks first. */
export function openQuestion(services: Services, question: CommandQuestion | void, targets: Targets): void {
	if (!question) return;
	if ('menu' in question) openMenu(services, question.menu, targets);
	else openFormDialog(services, question);
}
