import {describe} from './describe.ts';
import {writeFile} from 'node:fs/promises';
import type {Command} from 'commander';
import {writeProblem} from '../../messages/text.ts';
import {UsageError} from '../../lib/errors.ts';
import {sayDone} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {imageMessages} from '../../messages/rcon.ts';

export function addImage(program: Command, run: Run): void {
	describe(program.command('image'), imageMessages)
		.argument('<id>', imageMessages.idHelp)
		.option('-f, --file <file>', imageMessages.fileHelp)
		.action(
			run((io, flags, {file}: {file?: string}, [imageId = '']) => {
				if (file === undefined && io.stdout.isTTY) {
					throw new UsageError(imageMessages.notForTerminal);
				}
				return withService(io, flags, async ({api, signal}) => {
					const {bytes, contentType} = await api.getImage({imageId}, {signal});
					if (file === undefined) io.stdout.write(bytes);
					else {
						await writeFile(file, bytes).catch((cause: unknown) => {
							throw new UsageError(writeProblem(cause, file), {cause});
						});
						sayDone(io, imageMessages.written(file, bytes.length, contentType ?? imageMessages.noType));
					}
				});
			}),
		);
}
