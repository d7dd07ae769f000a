/** Addresses of the service and its feed. `from`: where the address was given. */
export const addressMessages = {
	hasQuery: (from: string) => `The URL in ${from} has a query or a fragment: give only the base address.`,
	noUrl: (from: string, example: string) => `${from} is not a URL. It should look like ${example}.`,
	hasPassword: (from: string) =>
		`The URL in ${from} has a user or a password in it: take them out, and set RCONDECK_TOKEN instead.`,
	wrongScheme: (from: string, schemes: readonly string[], example: string) =>
		`The URL in ${from} does not begin with ${schemes.join(' or ')}: it should look like ${example}.`,
	unencrypted: (host: string, better: string) =>
		`Credentials and commands travel to ${host} unencrypted: use ${better} where the service has it.`,
};

/** Where a value of the configuration comes from. */
export const originMessages = {
	environment: (variables: readonly string[]) => `environment ${variables.join(', ')}`,
	profile: (name: string) => `profile ${name}`,
	profileTable: (name: string, file: string) => `[profiles.${name}] in ${file}`,
	credentialsTable: (field: string, profile: string) => `${field} of [${profile}] in credentials.toml`,
	tokenCommand: (profile: string) => `token_command of profile ${profile}`,
};

/** Credentials, and where they may go. */
export const credentialMessages = {
	severalSources: (profile: string, sources: readonly string[]) =>
		`Profile ${profile} has ${sources.join(' and ')}: keep one of them.`,
	tokenCommand: (profile: string) => `the token_command of profile ${profile}`,
	noTokenFile: (file: string) => `The token_file ${file} does not exist: write the token there.`,
	severalKinds: (names: readonly string[]) =>
		`${names.join(' and ')} are both given: keep one kind of credentials.`,
	incomplete: (given: string, missing: string) => `${given} is given without ${missing}: give both.`,
	empty: (from: string) => `${from} gives no token: it is empty.`,
	noHeader: (from: string) =>
		`${from} has characters that no header can carry: give one line of plain ASCII.`,
	tokenCommandFailed: (profile: string) =>
		`The token_command of profile ${profile} failed: run it by hand to see why.`,
	noService: 'Credentials are set, but no service: set RCONDECK_URL as well.',
	otherService: (profile: string) =>
		`The credentials of profile ${profile} are not sent to another service: set RCONDECK_TOKEN for this one.`,
	otherFeedHost: (profile: string, host: string) =>
		`The credentials of profile ${profile} are not sent to the feed on ${host}: unset RCONDECK_FEED_URL, write the address into [profiles.${profile}.feed], or set RCONDECK_TOKEN for it.`,
	feedOfProfile: (service: string, host: string, profile: string) =>
		`The credentials for ${service} are not sent to ${host}, the feed of profile ${profile}: set RCONDECK_FEED_URL for this service, or to off.`,
};

/** What is wrong with the files of the configuration, and with what is named there. */
export const configFileMessages = {
	unknownKey: (key: string) => `${key} is not known: it may be misspelt`,
	noDefaultProfile: (name: string) => `there is no profile ${name}`,
	wrongValue: (problem: string) => `Invalid value. ${problem}.`,
	noSuchSetting: (name: string, near: readonly string[], known: readonly string[]) =>
		`There is no setting ${name}. ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Settings: ${known.join(', ')}.`
		}`,
	noToml: 'not valid TOML',
	noTomlIn: (file: string, line: string | undefined) =>
		`${file} is not valid TOML${line === undefined ? '' : ` in line ${line}`}: correct it there.`,
	/** `key`: which one is wrong, empty where it is the file as a whole. */
	refused: (file: string, key: string, reason: string | undefined) =>
		`${file}: ${key === '' ? '' : `${key}: `}${reason ?? 'not understood'}. Correct it, or take it out.`,
	noUrl: (profile: string, table: string) => `Profile ${profile} has no url: write one into ${table}.`,
	noTheme: (from: string, themes: readonly string[]) =>
		`${from} names no theme: write one of ${themes.join(', ')}.`,
	noDestination: (from: string) => `${from} names no destination: write /topic/team/{teamId}.`,
	/** `known`: the profiles that there are. */
	noProfile: (name: string, known: readonly string[], file: string) =>
		`There is no profile ${name}: ${known.length > 0 ? `choose one of ${known.join(', ')}.` : `write [profiles.${name}] into ${file}.`}`,
	demoExcludes: (option: string) => `--demo and ${option} exclude each other: give one of them.`,
};

/** Why a file cannot be trusted, with the command that mends it. */
export const privacyMessages = {
	foreignFile: (file: string) => `${file} belongs to another user: run chown on it`,
	readable: (file: string) => `others can read ${file}: run chmod 600 on it`,
	writable: (file: string) => `others can change ${file}: run chmod 600 on it`,
	foreignFolder: (folder: string) => `the folder ${folder} belongs to another user`,
	writableFolder: (folder: string) => `others can change the folder ${folder}: run chmod 700 on it`,
	notUsed: (file: string, problem: string) => `${file} is not used: ${problem}.`,
};
