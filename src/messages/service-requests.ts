/** Why the local service refuses a request, as sent in its answers. */
export const refusalMessages = {
	unauthorized: 'The credentials are missing or invalid.',
	hostNotAllowed: 'This service does not answer to the name in the Host header.',
	originNotAllowed: 'Web pages of another origin cannot use this service.',
	ownerOnly: 'Only the owner of this service can do this, with the token that the service printed.',
	pathNotFound: 'The service has no such path.',
	methodNotAllowed: 'This path does not support the method.',
	archiveNotDeleted: 'The backup archive was not deleted.',
	payloadTooLarge: 'The request is too large.',
	internalError: 'The service failed. This is a bug in rcondeck.',
	teamFull: 'The team has its maximum number of members.',
	ownerTokenStays: "The owner's token cannot be removed.",
	wrongCode: 'The invitation code is wrong, expired or already used.',
	tooManyAttempts: 'Too many failed sign-ins from this address. Try again later.',
	unavailable: 'The service is starting or closing.',
	missingPermission: (permission: string) => `The permission ${permission} is missing.`,
	realServer: 'Not supported for real servers.',
};

/** Problems of a request; most are the end of the `notAccepted` sentence. */
export const requestCheckMessages = {
	notAccepted: (problem: string) => `The request was not accepted: ${problem}.`,
	longName: (max: number) => `a name can have at most ${max} characters`,
	controlCharacters: 'a name cannot contain control characters',
	longCommand: (max: number) => `a command can have at most ${max} characters`,
	severalLines: 'a command must be one line',
	longMessage: (max: number) => `a message can have at most ${max} characters`,
	longDelay: (maxMinutes: number) => `a delay can be at most ${maxMinutes} minutes`,
	longTimeout: (maxMs: number) => `timeoutMs can be at most ${maxMs}`,
	notAnObject: 'the body is not a JSON object',
	notAForm: 'the body is not a multipart form',
	noFile: (part: string) => `the form has no file part "${part}"`,
	fileSize: (maxBytes: number) => `the file must have 1 to ${maxBytes} bytes`,
	cutOff: 'the body ended too early',
	largeBody: (maxBytes: number) => `the body has more than ${maxBytes} bytes`,
	notJson: 'the body is not JSON',
	deepBody: (maxLevels: number) => `the body nests deeper than ${maxLevels} levels`,
	awaitFlag: 'await must be true or false',
	invalidTime: (text: string) => `Invalid time "${text}". Use an ISO timestamp.`,
	invalidDirectory: 'The directory must be a full path.',
	alreadyMember: 'This person is already a member.',
	ownerStays: 'The team owner cannot be kicked.',
	nobodyInvited: 'An invitation needs a name or an email address.',
	notAPicture: 'The file is not a PNG, JPEG, GIF or WebP image.',
	unknownPermission: (permission: string) => `Unknown permission ${permission}.`,
};

/** The local service's information about itself. */
export const serviceInfoMessages = {
	teamName: 'Local team',
	description: 'The local service that is built into rcondeck',
	changelog: 'Everything runs on this machine.',
};
