import type {Credentials} from '../contract/credentials.ts';
import {feedUrlFrom} from '../contract/packets.ts';
import {Secret} from '../lib/secrets/secret.ts';
import {UsageError} from '../lib/errors.ts';
import {checkedBaseUrl} from './addresses.ts';
import {environmentCredentials, profileCredentials, type RunCommand} from './credentials.ts';
import {envValue, type Env} from './paths.ts';
import type {Profile} from './profile.ts';
import {credentialMessages} from '../messages/config.ts';
import {originMessages} from '../messages/origins.ts';

export type SignIn = {
	credentials: Credentials | undefined;
	/** undefined if there are no credentials. */
	origin: string | undefined;
	passcode: Secret | undefined;
	/** True if a secret comes from the files of the profile, rather than from the environment. */
	isStored: boolean;
};

/** The part of a sign-in that may change where it is stored. */
export type StoredSecrets = Pick<SignIn, 'credentials' | 'passcode'>;

/** Loads the credentials for this base URL: from the environment, otherwise from the profile if the URL is its own. */
export function loadCredentials({
	env,
	configDir,
	profile,
	baseUrl,
	runCommand,
}: {
	env: Env;
	configDir: string;
	profile: Profile;
	baseUrl: string | undefined;
	/** Runs `token_command`; by default with the terminal, blocking. */
	runCommand?: RunCommand;
}): SignIn {
	const given = environmentCredentials(env);
	const passcodeText = envValue(env, 'RCONDECK_FEED_PASSCODE');
	const passcode = passcodeText === undefined ? undefined : new Secret(passcodeText);
	if (baseUrl === undefined) {
		if (given) throw new UsageError(credentialMessages.noService);
		return {credentials: undefined, origin: undefined, passcode, isStored: false};
	}
	const stored =
		profile.isNamed && !given
			? profileCredentials(env, configDir, profile.name, profile.table, runCommand)
			: {passcode: undefined};
	const found = given ?? stored;
	const isStored =
		('credentials' in stored && stored.credentials !== undefined) || stored.passcode !== undefined;
	if (isStored && !isOwnService(profile, baseUrl)) {
		throw new UsageError(credentialMessages.otherService(profile.name));
	}
	return {
		credentials: found.credentials,
		origin: found.origin,
		passcode: passcode ?? stored.passcode,
		isStored,
	};
}

/** Checks whether the base URL has the origin of the profile's URL. */
function isOwnService({name, table}: Profile, baseUrl: string): boolean {
	const own =
		table.url === undefined ? undefined : new URL(checkedBaseUrl(table.url, originMessages.profile(name)));
	return own?.origin === new URL(baseUrl).origin;
}

type Feed = {url: string | undefined; isFromEnvironment: boolean};

/**
Checks that the feed may get the credentials. A feed on another host gets the same secrets, so its URL and the
credentials must come from the same place: both from the profile, or both from the environment. Otherwise throws
`UsageError` before anything is sent.
*/
export function checkFeedHost(
	{url, isFromEnvironment}: Feed,
	baseUrl: string,
	profile: Profile,
	signIn: SignIn,
): void {
	const {credentials, passcode, isStored} = signIn;
	if (url === undefined || url === 'off' || (credentials ?? passcode) === undefined) return;
	if (new URL(url).origin === new URL(feedUrlFrom(baseUrl)).origin) return;
	const {host} = new URL(url);
	if (isFromEnvironment && isStored) {
		throw new UsageError(credentialMessages.otherFeedHost(profile.name, host));
	}
	if (!isFromEnvironment && !isOwnService(profile, baseUrl)) {
		throw new UsageError(credentialMessages.feedOfProfile(new URL(baseUrl).host, host, profile.name));
	}
}
