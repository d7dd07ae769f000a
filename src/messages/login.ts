import {example} from './action-words.ts';
/** `rcondeck login` */
export const loginMessages = {
	description: 'Sign in to a service and save it as a profile',
	examples: [
		example('Sign in and save the profile prod', 'rcondeck login prod --url https://api.example.com'),
		example('Join a team with an invitation code', 'rcondeck login --url https://games.example.org --invite'),
	],
	profileHelp: 'Profile name',
	withTokenHelp: 'Read an application token from stdin',
	inviteHelp: 'Join a team with an invitation code',
	fromProfile: 'the profile',
	urlNeeded: 'The service URL is missing. Set it with --url or RCONDECK_URL.',
	noToken: 'No token on stdin. Pipe it in: rcondeck login NAME --url URL --with-token < FILE',
	wrongName: 'Invalid profile name. Use letters, digits, - and _.',
	signedIn: (team: string, permissions: string) => `Signed in to ${team} (${permissions}).`,
	written: (name: string) => `Saved profile ${name}. Open it with: rcondeck --profile ${name}`,
	askUrl: 'Service URL: ',
	askUrlAgain: (before: string) => `Service URL [${before}]: `,
	fromAnswer: 'your answer',
	blank: 'The answer is blank. Nothing was saved.',
	askKind: 'Kind of credentials: token, app (ID and secret), bearer or invite (code) [token]: ',
	askToken: 'Application token (hidden): ',
	askAppId: 'Application ID: ',
	askAppSecret: 'Application secret (hidden): ',
	askBearer: 'Bearer token (hidden): ',
	askCode: 'Invitation code: ',
	codeNotAccepted: 'The code is wrong, expired or already used. Check it, or ask for a new invitation.',
	wrongKind: 'Type token, app, bearer or invite. You enter the secret in the next step.',
	eitherTokenOrInvite: 'Use either --with-token or --invite, not both.',
	notAccepted: 'The service does not accept these credentials. Check them and try again.',
	noService: (url: string) => `No service found at ${url} (404 for /team/my). Check the URL.`,
	permissionsUnknown: 'permissions unknown',
	permissions: (names: string) => `permissions: ${names}`,
};

/** `rcondeck profiles` */
export const profileCommandMessages = {
	description: 'List profiles, set the default or remove one',
	examples: [example('Set the default profile', 'rcondeck profile use prod')],
	list: {
		description: 'List profiles',
		examples: [example('Print profiles as JSON', 'rcondeck profile list --json')],
	},
	noProfile: 'No profiles yet. Create one with: rcondeck login NAME',
	use: {
		description: 'Set the default profile',
		examples: [example('Set the default profile', 'rcondeck profile use prod')],
	},
	profileHelp: 'Profile name',
	used: (name: string) => `Default profile: ${name}.`,
	delete: {
		description: 'Remove a profile and its credentials',
		examples: [example('Remove a profile', 'rcondeck profile delete old')],
	},
	removed: (name: string) => `Removed profile ${name}.`,
	thereAre: (names: string) => `Profiles: ${names}.`,
	thereIsNone: 'There are no profiles yet.',
	noSuchProfile: (name: string, there: string) => `There is no profile ${name}. ${there}`,
};

/** `rcondeck logout` */
export const logoutMessages = {
	description: 'Remove the stored credentials of a profile',
	examples: [example('Remove the credentials of a profile', 'rcondeck logout prod')],
	/** By the name in credentials.toml. */
	fields: {
		token: 'token',
		app_id: 'application ID',
		app_secret: 'application secret',
		bearer: 'bearer token',
		feed_passcode: 'feed passcode',
	},
	profileHelp: 'Profile (default: the current one)',
	removed: (fields: string, name: string) =>
		`Removed the ${fields} of profile ${name} from credentials.toml.`,
	nothingStored: (name: string) => `Profile ${name} has no stored credentials. Nothing was removed.`,
	elsewhere: (name: string, setting: string) =>
		`Profile ${name} still gets its token from ${setting} in config.toml.`,
	environment: (variable: string) => `${variable} is still set in the environment.`,
};

/** Questions on a terminal. */
export const questionMessages = {
	inputEnded: 'The input ended before all questions were answered. Nothing was saved.',
};

/** The confirmation before a change. */
export const consentMessages = {
	needsYes: (verb: string, why: string) => `Nothing was sent. Without a terminal, ${verb} needs --yes.${why}`,
	typeToConfirm: (summary: string, word: string) => `${summary}? Type ${word} to confirm: `,
	confirm: (summary: string) => `${summary}? [y/N] `,
	refused: 'Nothing was sent.',
};

/** `--deadline` */
export const deadlineMessages = {
	wrongDuration: (option: string, given: string) =>
		`Invalid duration "${given}" for ${option}. Use 90s, 10m or 2h, from 1s to 1d.`,
	over: (duration: string, isRead: boolean) =>
		`The service did not answer within ${duration} (--deadline).${isRead ? '' : ' It may have run.'}`,
};

/** Which service a command runs on. */
export const sessionMessages = {
	noService:
		'No service is configured. Set RCONDECK_URL and RCONDECK_TOKEN, choose a profile with --profile, create one with `rcondeck login`, or add a server of your own with `rcondeck add`. --demo uses a simulated fleet instead.',
	/** The demo must not be mistaken for real servers. */
	onDemo: 'Using a simulated fleet that ends with the command.',
};
