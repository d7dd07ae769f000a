import type {Command} from 'commander';
import {readConfigFile} from '../../config/files.ts';
import {hasLocalServers} from '../../config/local-servers.ts';
import {directory} from '../../config/paths.ts';
import {builtInProfiles} from '../../config/profile.ts';
import type {ProfileTable} from '../../config/schema.ts';
import {writeCredentials, writeDefaultProfile, writeProfile} from '../../config/write.ts';
import {exitCodes} from '../exit-codes.ts';
import type {Io} from '../io.ts';
import {writeList} from '../listing.ts';
import {say, sayDone} from '../output.ts';
import {formatOption, jsonOption} from '../output-options.ts';
import {requireProfile} from '../profile-names.ts';
import type {Run} from '../command-run.ts';
import {dismissWelcome} from '../welcome.ts';
import {profileCommandMessages} from '../../messages/cli-login.ts';

export function addProfiles(program: Command, run: Run): void {
	const profiles = program.command('profiles').description(profileCommandMessages.description);
	profiles
		.command('list', {isDefault: true})
		.description(profileCommandMessages.listDescription)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run(async io => {
				const {content} = readConfigFile(folderOf(io));
				const isLocal = hasLocalServers(stateDirOf(io));
				const inUse = content.profile ?? (isLocal ? 'local' : undefined);
				const builtIn = builtInProfiles.filter(name => name === 'demo' || isLocal);
				const tables: Record<string, ProfileTable> = content.profiles ?? {};
				const items = Object.entries({...tables, ...without(tables, builtIn)}).map(
					([name, {url, label, read_only: readOnly}]) => ({
						name,
						url,
						label,
						readOnly: readOnly ?? false,
						isDefault: name === inUse,
					}),
				);
				writeList(io, {
					plural: 'profiles',
					items,
					idOf: ({name}) => name,
					columns: () => [
						{header: 'NAME', value: ({name}) => name},
						{header: 'URL', value: ({url}) => url},
						{header: 'LABEL', value: ({label}) => label},
						{header: 'READ-ONLY', value: ({readOnly}) => (readOnly ? 'yes' : 'no')},
						{header: 'DEFAULT', value: ({isDefault}) => (isDefault ? 'yes' : 'no')},
					],
					empty: '',
				});
				if (Object.keys(tables).length === 0) say(io, profileCommandMessages.noProfile);
				return exitCodes.done;
			}),
		);
	profiles
		.command('use')
		.description(profileCommandMessages.useDescription)
		.argument('<name>', profileCommandMessages.profileHelp)
		.action(
			run(async (io, _flags, _options: object, [name = '']) => {
				if (!builtInProfiles.some(builtIn => builtIn === name)) findProfile(io, name);
				writeDefaultProfile(folderOf(io), name);
				sayDone(io, profileCommandMessages.used(name));
				return exitCodes.done;
			}),
		);
	profiles
		.command('remove')
		.description(profileCommandMessages.removeDescription)
		.argument('<name>', profileCommandMessages.profileHelp)
		.action(
			run(async (io, _flags, _options: object, [name = '']) => {
				const {profile} = findProfile(io, name);
				writeCredentials(folderOf(io), name, undefined);
				if (profile === name) writeDefaultProfile(folderOf(io), undefined);
				writeProfile(folderOf(io), name, undefined);
				dismissWelcome(stateDirOf(io));
				sayDone(io, profileCommandMessages.removed(name));
				return exitCodes.done;
			}),
		);
}

const folderOf = ({env}: Io) => directory(env, 'RCONDECK_CONFIG_DIR').path;
const stateDirOf = ({env}: Io) => directory(env, 'RCONDECK_STATE_DIR').path;

/** Returns empty tables for the built-in profiles that the file does not replace. */
const without = (
	tables: Record<string, ProfileTable>,
	builtIn: readonly string[],
): Record<string, ProfileTable> =>
	Object.fromEntries(builtIn.filter(name => !Object.hasOwn(tables, name)).map(name => [name, {}]));

function findProfile(io: Io, name: string) {
	const {content} = readConfigFile(folderOf(io));
	requireProfile(content, name);
	return content;
}
