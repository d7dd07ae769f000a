import {key, message, type Message} from './text.ts';

/** Why a request failed, and what to do. */
export const failureMessages = {
	footer: (request: Message) =>
		message`${request}   ${key('app.refresh')} retries, ${key('app.quit')} quits.`,
	notSignedIn: 'Not signed in',
	notAllowed: 'Not allowed',
	notReached: 'Unreachable',
	noImage: 'The service has no image with this ID.',
	noImageHint: 'Run `rcondeck team` for the ID of the icon.',
	lacksPermission: (permission: string) => `These credentials lack the permission ${permission}.`,
	lacksPermissionHint: 'Ask the team owner to add it to the application.',
	noCredentials: 'No credentials are set.',
	noCredentialsHint:
		'Run `rcondeck login`, or set RCONDECK_TOKEN, or RCONDECK_APP_ID and RCONDECK_APP_SECRET.',
	mayHaveRun: 'It may have run. Check the state before you try again.',
	credentialsRefused: 'The service does not accept these credentials.',
	credentialsRefusedHint:
		'Check RCONDECK_TOKEN, or RCONDECK_APP_ID and RCONDECK_APP_SECRET. They may have been rotated.',
	stateForbids: 'The server cannot do this in its current state.',
	stateForbidsHint: 'The list may be out of date. Refresh and try again.',
	fewerRequests: 'Too many requests.',
	waitFirst: (wait: string) => `Wait${wait} before you try again.`,
	serverFailed: (status: number, said: string | undefined) =>
		`The service failed (${status})${said ? `: ${said}` : '.'}`,
	tryAgain: 'Try again in a moment.',
	refused: (status: number | undefined) => `The service refused the request (${status ?? 'no status'}).`,
};
