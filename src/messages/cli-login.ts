/** `rcondeck login` */
export const loginMessages = {
	description: 'Ask for the address and the credentials of a service, prove them, and write a profile',
	profileHelp: 'the profile',
	withTokenHelp: 'read an application token from stdin and ask nothing',
	profileUrl: 'the URL of the profile',
	urlNeeded: 'The URL of the service is missing. Set it with --url or RCONDECK_URL.',
	noToken: 'stdin has no token. Pipe it in: rcondeck login NAME --url URL --with-token < FILE.',
	wrongName: 'A profile is named with letters, digits, - and _.',
	signedIn: (team: string, permissions: string) => `Signed in to the team ${team}; ${permissions}.`,
	written: (name: string) =>
		`The profile ${name} is written: rcondeck --profile ${name} opens the deck with it.`,
	askUrl: 'URL of the service: ',
	askUrlAgain: (before: string) => `URL of the service [${before}]: `,
	answer: 'the answer',
	blank: 'That is blank: nothing is written.',
	askKind: 'Credentials: token, app (id and secret) or bearer [token]: ',
	askToken: 'Application token (not shown): ',
	askAppId: 'Application id: ',
	askAppSecret: 'Application secret (not shown): ',
	askBearer: 'Bearer token (not shown): ',
	wrongKind: 'Answer token, app or bearer.',
	notAccepted: 'The service does not accept these credentials.',
	noService: (url: string) => `There is no service at ${url} (404 for /team/my). Check the URL.`,
	permissionsNotTold: 'the service does not say which permissions these credentials have',
	permissions: (names: string) => `permissions: ${names}`,
};

/** `rcondeck profiles` */
export const profileCommandMessages = {
	description: 'List the profiles, choose the usual one, remove one',
	listDescription: 'List the profiles of config.toml',
	noProfile: 'There is no profile yet: rcondeck login NAME makes one.',
	useDescription: 'Use this profile where none is asked for',
	profileHelp: 'the profile',
	used: (name: string) => `${name} is used from now on.`,
	removeDescription: 'Take a profile and its credentials out of the files',
	removed: (name: string) => `${name} is removed.`,
	thereAre: (names: string) => `there are ${names}`,
	thereIsNone: 'there is none yet',
	noSuchProfile: (name: string, there: string) => `There is no profile ${name}: ${there}.`,
};

/** `rcondeck logout` */
export const logoutMessages = {
	description: 'Remove the stored credentials of a profile, and keep the profile',
	/** By the name in credentials.toml. */
	fields: {
		token: 'token',
		app_id: 'application id',
		app_secret: 'application secret',
		bearer: 'bearer token',
		feed_passcode: 'feed passcode',
	},
	profileHelp: 'profile to sign out of (default: the profile in use)',
	removed: (fields: string, name: string) =>
		`Removed the ${fields} of profile ${name} from credentials.toml.`,
	nothingStored: (name: string) => `Profile ${name} has no stored credentials. Nothing was removed.`,
	elsewhere: (name: string, setting: string) =>
		`Profile ${name} still gets its token from ${setting} in config.toml.`,
	environment: (variable: string) => `${variable} is still set in the environment.`,
};

/** Questions on a terminal. */
export const questionMessages = {
	inputEnded: 'The input ended before every question was answered: nothing is written.',
};
