import {describe} from './describe.ts';
import {Argument, type Command} from 'commander';
import {completionScript, type Shell, shells} from '../completion/completion-scripts.ts';
import type {Run} from '../start/command-run.ts';
import {completionMessages} from '../../messages/config.ts';

export function addCompletion(program: Command, run: Run): void {
	describe(program.command('completion'), completionMessages)
		.addArgument(new Argument('<shell>', completionMessages.shellHelp).choices(shells))
		.action(
			run(async (io, _flags, _options: object, [shell]) => {
				// commander has already validated the shell.
				io.stdout.write(completionScript(shell as Shell));
			}),
		);
}
