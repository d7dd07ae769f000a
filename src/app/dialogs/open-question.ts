import {openFormDialog} from './open-dialog.ts';
import type {CommandQuestion} from '../kernel/keys/command-info.ts';
import {openMenu} from '../kernel/dialogs/open-menu.ts';
import type {Program} from '../kernel/state/program.ts';
import type {Targets} from '../kernel/state/targets.ts';

/** Opens the dialog or menu for the question of a TUI command. */
export function openQuestion(services: Program, question: CommandQuestion | void, targets: Targets): void {
	if (!question) return;
	if ('menu' in question) openMenu(services, question.menu, targets);
	else openFormDialog(services, question);
}
