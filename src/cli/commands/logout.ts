import {describe} from './describe.ts';
import {credentialVariables} from '../../config/credentials.ts';
import type {Command} from 'commander';
import {readConfigFile, readCredentialsFile} from '../../config/files.ts';
import {directory, envValue} from '../../config/paths.ts';
import {writeCredentials} from '../../config/write.ts';
import {ownValue} from '../../lib/json/maps.ts';
import {printableLine} from '../../lib/text/text.ts';
import {say, sayDone} from '../output/output.ts';
import {requireProfile} from './profiles.ts';
import type {Run} from '../start/command-run.ts';
import {logoutMessages} from '../../messages/login.ts';

const secretVariables = credentialVariables.filter(name => name !== 'RCONDECK_APP_ID');

export function addLogout(program: Command, run: Run): void {
	describe(program.command('logout'), logoutMessages)
		.argument('[name]', logoutMessages.profileHelp)
		.action(
			run(async (io, flags, _options: object, [profileName]) => {
				const configDir = directory(io.env, 'RCONDECK_CONFIG_DIR').path;
				const {content} = readConfigFile(configDir);
				const inUse = flags.profile ?? envValue(io.env, 'RCONDECK_PROFILE') ?? content.profile;
				const name = profileName ?? inUse ?? 'default';
				const {table} = readCredentialsFile(configDir, name);
				if (!table) requireProfile(content, name);
				const shown = printableLine(name);
				const fields = Object.entries(logoutMessages.fields).flatMap(([field, words]) =>
					ownValue(table, field) === undefined ? [] : words,
				);
				if (fields.length > 0) {
					writeCredentials(configDir, name, undefined);
					sayDone(io, logoutMessages.removed(fields.join(', '), shown));
				} else say(io, logoutMessages.nothingStored(shown));
				const profile = ownValue(content.profiles, name);
				for (const setting of ['token_command', 'token_file'] as const) {
					if (profile?.[setting] !== undefined) say(io, logoutMessages.elsewhere(shown, setting));
				}
				for (const variable of secretVariables) {
					if (envValue(io.env, variable) !== undefined) say(io, logoutMessages.environment(variable));
				}
			}),
		);
}
