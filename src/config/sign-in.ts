import type {Credentials} from '../contract/credentials.ts';
import {Secret} from '../lib/secret.ts';
import {UsageError} from '../lib/usage-error.ts';
import {checkedBaseUrl} from './addresses.ts';
import {environmentCredentials, profileCredentials} from './credentials.ts';
import {envValue, type Env} from './paths.ts';
import type {Profile} from './profile.ts';

export type SignIn = {
	credentials: Credentials | undefined;
	/** undefined where there are none. */
	origin: string | undefined;
	passcode: Secret | undefined;
};

/** The credentials for this base URL: those of the environment, else those of the profile for its own host. */
export function loadCredentials({
	env,
	configDir,
	profile,
	baseUrl,
}: {
	env: Env;
	configDir: string;
	profile: Profile;
	baseUrl: string | undefined;
}): SignIn {
	const given = environmentCredentials(env);
	const passcodeText = envValue(env, 'RCONDECK_FEED_PASSCODE');
	const passcode = passcodeText === undefined ? undefined : new Secret(passcodeText);
	if (baseUrl === undefined) {
		if (given) throw new UsageError('Credentials are set, but no service: set RCONDECK_URL as well.');
		return {credentials: undefined, origin: undefined, passcode};
	}
	const stored =
		profile.isNamed && !given
			? profileCredentials(env, configDir, profile.name, profile.table)
			: {passcode: undefined};
	const found = given ?? stored;
	if (!given && 'credentials' in stored && stored.credentials) stayAtHome(profile, baseUrl);
	return {
		credentials: found.credentials,
		origin: found.origin,
		passcode: passcode ?? stored.passcode,
	};
}

/** A profile's secret goes to the profile's own host only, whatever URL comes from outside. */
function stayAtHome({name, table}: Profile, baseUrl: string): void {
	const own = table.url === undefined ? undefined : new URL(checkedBaseUrl(table.url, `profile ${name}`));
	if (own?.origin === new URL(baseUrl).origin) return;
	throw new UsageError(
		`The credentials of profile ${name} are not sent to another service: set RCONDECK_TOKEN for this one.`,
	);
}
