import {writeFile} from 'node:fs/promises';
import type {Command} from 'commander';
import {printableLine} from '../../lib/text.ts';
import {writeProblem} from '../../lib/file-problem.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {exitCodes} from '../exit-codes.ts';
import {say} from '../output.ts';
import type {Run} from '../command-run.ts';
import {withService} from '../session.ts';

export function addImage(program: Command, run: Run): void {
	program
		.command('image')
		.description('Fetch an image, such as the icon of the team')
		.argument('<id>', 'the id of the image')
		.option('-o, --output <file>', 'write it there; without it, to stdout where that is no terminal')
		.action(
			run((io, flags, {output}: {output?: string}, [imageId = '']) => {
				if (output === undefined && io.stdout.isTTY) {
					throw new UsageError('An image is nothing for a terminal: name a file with -o.');
				}
				return withService(io, flags, async ({api, signal}) => {
					const {bytes, contentType} = await api.getImage({imageId}, {signal});
					if (output === undefined) io.stdout.write(bytes);
					else {
						await writeFile(output, bytes).catch((cause: unknown) => {
							throw new UsageError(writeProblem(cause, output), {cause});
						});
						const kind = printableLine(contentType ?? 'no type given');
						say(io, `${printableLine(output)}: ${bytes.length} bytes, ${kind}.`);
					}
					return exitCodes.done;
				});
			}),
		);
}
