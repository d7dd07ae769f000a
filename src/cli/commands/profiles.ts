import type {Command} from 'commander';
import {readConfigFile} from '../../config/files.ts';
import {directory} from '../../config/paths.ts';
import {writeCredentials, writeDefaultProfile, writeProfile} from '../../config/write.ts';
import {printableLine} from '../../lib/text.ts';
import {CommandError, exitCodes} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {writeList} from '../listing.ts';
import {say} from '../output.ts';
import type {Run} from '../command-run.ts';

type Options = {json?: true};

export function addProfiles(program: Command, run: Run): void {
	const profiles = program
		.command('profiles')
		.description('List the profiles, choose the usual one, remove one');
	profiles
		.command('list', {isDefault: true})
		.description('List the profiles of config.toml')
		.option('--json', 'write one JSON document')
		.action(
			run(async (io, _flags, {json}: Options) => {
				const {content} = readConfigFile(folderOf(io));
				const items = Object.entries(content.profiles ?? {}).map(
					([name, {url, label, read_only: readOnly}]) => ({
						name,
						url,
						label,
						readOnly: readOnly ?? false,
						isDefault: name === content.profile,
					}),
				);
				writeList(io, {
					plural: 'profiles',
					items,
					columns: [
						{header: 'NAME', value: ({name}) => name},
						{header: 'URL', value: ({url}) => url},
						{header: 'LABEL', value: ({label}) => label},
						{header: 'READ-ONLY', value: ({readOnly}) => (readOnly ? 'yes' : 'no')},
						{header: 'DEFAULT', value: ({isDefault}) => (isDefault ? 'yes' : 'no')},
					],
					empty: 'There is no profile yet: rcondeck login NAME makes one.',
					json,
				});
				return exitCodes.done;
			}),
		);
	profiles
		.command('use')
		.description('Use this profile where none is asked for')
		.argument('<name>', 'the profile')
		.action(
			run(async (io, _flags, _options: Options, [name = '']) => {
				known(io, name);
				writeDefaultProfile(folderOf(io), name);
				say(io, `${printableLine(name)} is used from now on.`);
				return exitCodes.done;
			}),
		);
	profiles
		.command('remove')
		.description('Take a profile and its credentials out of the files')
		.argument('<name>', 'the profile')
		.action(
			run(async (io, _flags, _options: Options, [name = '']) => {
				const {profile} = known(io, name);
				writeCredentials(folderOf(io), name, undefined);
				if (profile === name) writeDefaultProfile(folderOf(io), undefined);
				writeProfile(folderOf(io), name, undefined);
				say(io, `${printableLine(name)} is removed.`);
				return exitCodes.done;
			}),
		);
}

const folderOf = ({env}: Io) => directory(env, 'RCONDECK_CONFIG_DIR').path;

function known(io: Io, name: string) {
	const {content} = readConfigFile(folderOf(io));
	const names = Object.keys(content.profiles ?? {});
	if (names.includes(name)) return content;
	const there = names.length > 0 ? `there are ${names.join(', ')}` : 'there is none yet';
	throw new CommandError(`There is no profile ${printableLine(name)}: ${there}.`, exitCodes.notFound);
}
