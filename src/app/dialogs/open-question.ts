import {openFormDialog} from './open-dialog.ts';
import type {CommandQuestion} from '../kernel/keymap/command-info.ts';
import {openMenu} from '../kernel/open-menu.ts';
import type {Program} from '../kernel/program.ts';
import type {Targets} from '../kernel/targets.ts';

/** Opens the dialog or menu for the question of a TUI command. */
export function openQuestion(services: Program, question: CommandQuestion | void, targets: Targets): void {
	if (!question) return;
	if ('menu' in question) openMenu(services, question.menu, targets);
	else openFormDialog(services, question);
}
