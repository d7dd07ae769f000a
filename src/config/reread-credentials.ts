import {configFile, readConfigFile} from './files.ts';
import {createOrigins} from './origins.ts';
import {directory, type Env} from './paths.ts';
import {checkPrivacy} from './privacy.ts';
import {chooseProfile, type Flags} from './profile.ts';
import {runQuietly} from '../lib/run-quietly.ts';
import {loadCredentials, type StoredSecrets} from './sign-in.ts';

/**
Reads the credentials for this base URL and the passcode of the feed again. Unlike `loadConfig`, does not block, and runs a credential command
without a terminal. Throws `UsageError` if they cannot be read.
*/
export async function rereadCredentials(
	{flags, env}: {flags: Flags; env: Env},
	baseUrl: string,
): Promise<StoredSecrets> {
	const configDir = directory(env, 'RCONDECK_CONFIG_DIR').path;
	const profile = chooseProfile(flags, env, readConfigFile(configDir), createOrigins());
	const command = profile.table.token_command;
	if (command !== undefined) checkPrivacy(configFile(configDir), 'executes');
	const output = command === undefined ? undefined : await runQuietly(command);
	return loadCredentials({env, configDir, profile, baseUrl, runCommand: () => output ?? ''});
}
