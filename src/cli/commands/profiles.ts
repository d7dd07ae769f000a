import {describe} from './describe.ts';
import type {Command} from 'commander';
import type {ConfigFile, ProfileTable} from '../../config/schema.ts';
import {printableLine} from '../../lib/text/text.ts';
import {CommandError, exitCodes} from '../output/exit-codes.ts';
import {profileCommandMessages} from '../../messages/login.ts';
import {readConfigFile} from '../../config/files.ts';
import {hasLocalServers} from '../../config/local-servers.ts';
import {directory} from '../../config/paths.ts';
import {builtInProfiles} from '../../config/profile.ts';
import {removeProfile, writeCredentials, writeDefaultProfile} from '../../config/write.ts';
import type {Io} from '../output/io.ts';
import {writeList} from '../output/listing.ts';
import {say, sayDone} from '../output/output.ts';
import {formatOption, jsonOption} from '../output/output-options.ts';
import type {Run} from '../start/command-run.ts';
import {dismissWelcome} from '../start/output-files.ts';

/** Throws if config.toml has no such profile; the error lists the existing ones. */
export function requireProfile({profiles}: ConfigFile, name: string): void {
	const names = Object.keys(profiles);
	if (names.includes(name)) return;
	const there =
		names.length > 0 ? profileCommandMessages.thereAre(names.join(', ')) : profileCommandMessages.thereIsNone;
	throw new CommandError(
		profileCommandMessages.noSuchProfile(printableLine(name), there),
		exitCodes.notFound,
	);
}

export function addProfiles(program: Command, run: Run): void {
	const profiles = describe(program.command('profile').alias('profiles'), profileCommandMessages);
	describe(profiles.command('list', {isDefault: true}), profileCommandMessages.list)
		.addOption(jsonOption())
		.addOption(formatOption())
		.action(
			run(async io => {
				const {content} = readConfigFile(folderOf(io));
				const isLocal = hasLocalServers(stateDirOf(io));
				const inUse = content.profile ?? (isLocal ? 'local' : undefined);
				const builtIn = builtInProfiles.filter(name => name === 'demo' || isLocal);
				const {profiles: inFile} = content;
				const others = builtIn.filter(name => !Object.hasOwn(inFile, name));
				const tables = [
					...Object.entries(inFile),
					...others.map((name): [string, Partial<ProfileTable>] => [name, {}]),
				];
				const items = tables.map(([name, {url, label, read_only: readOnly = false}]) => ({
					name,
					url,
					label,
					readOnly,
					isDefault: name === inUse,
				}));
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
			}),
		);
	describe(profiles.command('use'), profileCommandMessages.use)
		.argument('<name>', profileCommandMessages.profileHelp)
		.action(
			run(async (io, _flags, _options: object, [name = '']) => {
				if (!builtInProfiles.some(builtIn => builtIn === name)) findProfile(io, name);
				writeDefaultProfile(folderOf(io), name);
				sayDone(io, profileCommandMessages.used(name));
			}),
		);
	describe(profiles.command('delete').alias('remove'), profileCommandMessages.delete)
		.argument('<name>', profileCommandMessages.profileHelp)
		.action(
			run(async (io, _flags, _options: object, [name = '']) => {
				const {profile} = findProfile(io, name);
				writeCredentials(folderOf(io), name, undefined);
				if (profile === name) writeDefaultProfile(folderOf(io), undefined);
				removeProfile(folderOf(io), name);
				dismissWelcome(stateDirOf(io));
				sayDone(io, profileCommandMessages.removed(name));
			}),
		);
}

const folderOf = ({env}: Io) => directory(env, 'RCONDECK_CONFIG_DIR').path;
const stateDirOf = ({env}: Io) => directory(env, 'RCONDECK_STATE_DIR').path;

function findProfile(io: Io, name: string) {
	const {content} = readConfigFile(folderOf(io));
	requireProfile(content, name);
	return content;
}
