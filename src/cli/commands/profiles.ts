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
import {profileCommandMessages} from '../../messages/cli-login.ts';
import {cliOptionMessages} from '../../messages/cli-options.ts';

type Options = {json?: true};

export function addProfiles(program: Command, run: Run): void {
	const profiles = program.command('profiles').description(profileCommandMessages.description);
	profiles
		.command('list', {isDefault: true})
		.description(profileCommandMessages.listDescription)
		.option('--json', cliOptionMessages.json)
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
					empty: profileCommandMessages.noProfile,
					json,
				});
				return exitCodes.done;
			}),
		);
	profiles
		.command('use')
		.description(profileCommandMessages.useDescription)
		.argument('<name>', profileCommandMessages.profileHelp)
		.action(
			run(async (io, _flags, _options: Options, [name = '']) => {
				known(io, name);
				writeDefaultProfile(folderOf(io), name);
				say(io, profileCommandMessages.used(printableLine(name)));
				return exitCodes.done;
			}),
		);
	profiles
		.command('remove')
		.description(profileCommandMessages.removeDescription)
		.argument('<name>', profileCommandMessages.profileHelp)
		.action(
			run(async (io, _flags, _options: Options, [name = '']) => {
				const {profile} = known(io, name);
				writeCredentials(folderOf(io), name, undefined);
				if (profile === name) writeDefaultProfile(folderOf(io), undefined);
				writeProfile(folderOf(io), name, undefined);
				say(io, profileCommandMessages.removed(printableLine(name)));
				return exitCodes.done;
			}),
		);
}

const folderOf = ({env}: Io) => directory(env, 'RCONDECK_CONFIG_DIR').path;

function known(io: Io, name: string) {
	const {content} = readConfigFile(folderOf(io));
	const names = Object.keys(content.profiles ?? {});
	if (names.includes(name)) return content;
	const there =
		names.length > 0 ? profileCommandMessages.thereAre(names.join(', ')) : profileCommandMessages.thereIsNone;
	throw new CommandError(
		profileCommandMessages.noSuchProfile(printableLine(name), there),
		exitCodes.notFound,
	);
}
