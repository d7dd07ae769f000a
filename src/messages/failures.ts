import {key, message, type Message} from './text.ts';

/** Why a request failed, and what to do about it. */
export const failureMessages = {
	footer: (request: Message) =>
		message`${request}   ${key('app.refresh')} asks again, ${key('app.quit')} quits.`,
	notSignedIn: 'Not signed in',
	notAllowed: 'Not allowed',
	notReached: 'Not reached',
	noImage: 'The service has no image with this id.',
	noImageHint: 'The team shows the id of its icon.',
	lacksPermission: (permission: string) => `These credentials lack the permission ${permission}.`,
	lacksPermissionHint: 'Ask the owner of the team to add it to the application.',
	noCredentials: 'No credentials are set.',
	noCredentialsHint:
		'Run rcondeck login, or set RCONDECK_TOKEN, or RCONDECK_APP_ID with RCONDECK_APP_SECRET.',
	mayHaveRun: 'It may have been carried out: look at the state before you try again.',
	credentialsRefused: 'The service does not accept these credentials.',
	credentialsRefusedHint:
		'Check RCONDECK_TOKEN, or RCONDECK_APP_ID with RCONDECK_APP_SECRET; they may have been rotated.',
	stateForbids: 'The state of the server does not allow this now.',
	stateForbidsHint: 'It may be known late: look again in a moment.',
	fewerRequests: 'The service asks for fewer requests.',
	waitFirst: (wait: string) => `Wait${wait} before you try again.`,
	serverFailed: (status: number, said: string | undefined) =>
		`The service failed (${status})${said ? `: ${said}` : '.'}`,
	tryAgain: 'Try again in a moment.',
	refused: (status: number | undefined) => `The service refused (${status ?? 'no status'}).`,
};
