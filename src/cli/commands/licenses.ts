import type {Command} from 'commander';
import {exitCodes} from '../exit-codes.ts';
import {licensesText} from '../licenses-text.ts';
import {jsonOption} from '../output-options.ts';
import {writeJson} from '../output.ts';
import type {Run} from '../command-run.ts';
import {licensesMessages} from '../../messages/cli-licenses.ts';

export function addLicenses(program: Command, run: Run): void {
	program
		.command('licenses')
		.description(licensesMessages.description)
		.addOption(jsonOption())
		.action(
			run(async (io, _flags, {json}: {json?: true}) => {
				const {packageLicenses} = await import('../package-licenses.ts');
				if (json) writeJson(io, {licenses: packageLicenses});
				else io.stdout.write(licensesText(packageLicenses));
				return exitCodes.done;
			}),
		);
}
