/** URLs of the service and its feed. `from`: where the URL is set. */
export const addressMessages = {
	hasQuery: (from: string) => `The URL in ${from} has a query or fragment. Use only the base URL.`,
	noUrl: (from: string, example: string) => `The URL in ${from} is invalid. Use the form ${example}.`,
	hasPassword: (from: string) =>
		`The URL in ${from} contains a user name or password. Remove it and set RCONDECK_TOKEN instead.`,
	wrongScheme: (from: string, schemes: readonly string[], example: string) =>
		`The URL in ${from} must start with ${schemes.join(' or ')}, such as ${example}.`,
	unencrypted: (host: string, better: string) =>
		`Credentials and commands are sent to ${host} unencrypted. Use ${better} if the service supports it.`,
};

/** Sources of a configuration value. */
export const originMessages = {
	environment: (variables: readonly string[]) => `environment ${variables.join(', ')}`,
	profile: (name: string) => `profile ${name}`,
	profileTable: (name: string, file: string) => `[profiles.${name}] in ${file}`,
	credentialsTable: (field: string, profile: string) => `${field} of [${profile}] in credentials.toml`,
	tokenCommand: (profile: string) => `token_command of profile ${profile}`,
};

/** Credentials, and the hosts that may receive them. */
export const credentialMessages = {
	severalSources: (profile: string, sources: readonly string[]) =>
		`Profile ${profile} has ${sources.join(' and ')}. Keep only one of them.`,
	tokenCommand: (profile: string) => `the token_command of profile ${profile}`,
	noTokenFile: (file: string) => `The token_file ${file} does not exist. Create it with the token in it.`,
	severalKinds: (names: readonly string[]) =>
		`${names.join(' and ')} are both set. Keep one kind of credentials.`,
	incomplete: (given: string, missing: string) => `${given} is set without ${missing}. Set both.`,
	empty: (from: string) => `${from} is empty. It must contain a token.`,
	noHeader: (from: string) =>
		`${from} contains characters that are invalid in an HTTP header. Use one line of ASCII.`,
	tokenCommandFailed: (profile: string) =>
		`The token_command of profile ${profile} failed. Run it in a shell to see why.`,
	tokenCommandTooLate: (profile: string, seconds: number) =>
		`The token_command of profile ${profile} did not end within ${seconds}s and was killed. Run it in a shell to see why.`,
	noService: 'Credentials are set, but no service. Set RCONDECK_URL too.',
	otherService: (profile: string) =>
		`The credentials of profile ${profile} are not sent to another service. Set RCONDECK_TOKEN for this one.`,
	otherFeedHost: (profile: string, host: string) =>
		`The credentials of profile ${profile} are not sent to the feed on ${host}. Unset RCONDECK_FEED_URL, set url in [profiles.${profile}.feed], or set RCONDECK_TOKEN.`,
	feedOfProfile: (service: string, host: string, profile: string) =>
		`The credentials for ${service} are not sent to ${host}, the feed of profile ${profile}. Set RCONDECK_FEED_URL to the feed of this service, or to off.`,
};
