import {describe} from './describe.ts';
import type {Command} from 'commander';
import {jsonOption} from '../output/output-options.ts';
import {writeJson} from '../output/output.ts';
import type {Run} from '../start/command-run.ts';
import {version} from '../start/version.ts';
import {programMessages, versionMessages} from '../../messages/cli.ts';

export function addVersion(program: Command, run: Run): void {
	describe(program.command('version'), versionMessages)
		.addOption(jsonOption())
		.action(
			run(async (io, _flags, {json}: {json?: true}) => {
				const {platform, arch} = process;
				if (json) writeJson(io, {version: {rcondeck: version, node: process.version, platform, arch}});
				else io.stdout.write(`${programMessages.version(version)}\n`);
			}),
		);
}
