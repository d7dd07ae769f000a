import {describe} from './describe.ts';
import type {Command} from 'commander';
import {type PackageLicense, packageLicenses} from '../package-licenses.ts';
import {jsonOption} from '../output/output-options.ts';
import {writeJson} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {licensesMessages} from '../../messages/cli.ts';

/** The licenses as one document. Packages with the same text share it. */
export function licensesText(licenses: readonly PackageLicense[]): string {
	const byText = new Map<string, string[]>();
	for (const {name, version, license, text} of licenses) {
		const title = `${name} ${version} (${license})`;
		byText.set(text, [...(byText.get(text) ?? []), title]);
	}
	return [...byText]
		.map(([text, titles]) => `${titles.join('\n')}\n\n${text}\n`)
		.join(`\n${'-'.repeat(72)}\n\n`);
}

export function addLicenses(program: Command, run: Run): void {
	describe(program.command('licenses'), licensesMessages)
		.addOption(jsonOption())
		.action(
			run(async (io, _flags, {json}: {json?: true}) => {
				const licenses = packageLicenses();
				if (json) writeJson(io, {licenses});
				else io.stdout.write(licensesText(licenses));
			}),
		);
}
