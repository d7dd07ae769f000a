import {describe} from './describe.ts';
import type {Command} from 'commander';
import {printableLine} from '../../lib/text/text.ts';
import {asSent, writeJson} from '../output/output.ts';
import {jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {withService} from '../start/session.ts';
import {infoMessages} from '../../messages/rcon.ts';

export function addInfo(program: Command, run: Run): void {
	describe(program.command('info'), infoMessages)
		.addOption(jsonOption())
		.action(
			run((io, flags, options: {json?: true}) =>
				withService(io, flags, async ({api, config, signal}) => {
					const info = await api.version({}, {signal});
					if (options.json) writeJson(io, {info: asSent(info)});
					else io.stdout.write(`${config.label}  ${printableLine(info.version ?? infoMessages.noVersion)}\n`);
				}),
			),
		);
}
