import {example} from './action-words.ts';
import {plural} from '../lib/text/plural.ts';
import {markedName} from '../lib/text/name-keys.ts';

/** The state of the feed. */
export const feedMessages = {
	notDelivering: (missed: number) =>
		`The feed is connected but does not deliver: the last ${missed} answers did not arrive. Answers arrive with each poll.`,
};

/** Why the feed is not connected. */
export const feedConnectionMessages = {
	badAddress: 'invalid feed URL',
	notOpened: 'the feed could not be opened',
	badFrame: 'unreadable frame',
	tooLarge: (megabytes: number) => `the service sent a message larger than ${megabytes} MB`,
	badMessage: (megabytes: number) =>
		`the service sent a message that is invalid or larger than ${megabytes} MB`,
	wrongVersion: (version: string) => `the feed speaks STOMP ${version}, which is not supported`,
	badHandshake: 'the response to the handshake is invalid',
	redirected: (status: number) => `the feed URL redirects to another address (HTTP ${status}); check it`,
	noAnswer: (seconds: number) => `no answer within ${seconds}s`,
	noHeartBeat: 'no heart-beat',
	errorWithoutWords: 'an error without a message',
	noProtocol: 'the server does not speak STOMP',
	wrongCredentials: 'the feed does not accept these credentials (401)',
	notAllowed: 'these credentials are not allowed to use the feed (403)',
	noFeed: 'the service has no feed at this address (404)',
	httpStatus: (status: number) => `the feed answered with HTTP ${status}`,
	broke: 'the connection was lost',
	closed: (code: number) => `closed by the service (${code})`,
	noneGranted: (reason: string) => `all destinations were refused: ${reason}`,
	reconnecting: 'reconnecting',
	/** The setting for the feed URL. */
	setting: 'the feed URL',
};

/** Why a packet of the feed is unreadable. */
export const packetMessages = {
	noJson: 'not valid JSON',
	tooDeep: 'nested too deeply',
	tooMany: (count: number) => `too many records in one packet, ${count} skipped`,
	noObject: 'not an object',
	unknownFields: (names: string) => `unknown fields: ${names}`,
};

/** `rcondeck feed` */
export const feedCommandMessages = {
	noServer: '(server not given)',
	description: 'Follow the team feed until interrupted',
	examples: [
		example('Follow the events of one server', 'rcondeck feed --server ark-isl-1'),
		example('Print events as JSON', 'rcondeck feed --json'),
	],
	serverHelp: (name: string) => `Only events of this server (${name})`,
	kindHelp: 'Only events of these kinds; output includes chat',
	jsonHelp: 'Print one JSON value per line',
	isOff:
		'The feed is turned off in the configuration. Unset RCONDECK_FEED_URL, or set url in [profiles.NAME.feed].',
	noFeed: (reason: string) => `The team feed is not available: ${reason}.`,
	refused: (destination: string, reason: string) => `, ${destination} refused: ${reason}`,
	live: (refused: string) => `feed LIVE${refused}`,
	nextTry: (duration: string) => `, retry in ${duration}`,
	status: (status: string, reason: string, again: string) => `feed ${status}${reason}${again}`,
	stateLine: (server: string, state: string) => `${server}  state  -> ${state}`,
	taskLine: (targets: string, type: string, state: string) => `${targets}  task  ${type} ${state}`,
	backupLine: (server: string, backup: string) => `${server}  backup  ${backup}`,
	outputLine: (server: string, kind: string, text: string) => `${server}  ${kind}  | ${text}`,
	omitted: (server: string, count: number) => `${server}  output  ... ${plural(count, 'line')} omitted`,
	runLine: (run: string, status: string) => `run  ${run} ${status}`,
	journalLine: (
		by: string | undefined,
		kind: string | undefined,
		{server, state, text}: {server: string | undefined; state: string | undefined; text: string},
	) =>
		`journal  ${[by === undefined ? '-' : markedName(by), kind, server, state, text].filter(Boolean).join(' ')}`,
	unreadable: (reason: string) => `unreadable: ${reason}`,
};

/** Why the local broker ends a session, in ERROR frames and as the reason of a close. */
export const brokerMessages = {
	closing: 'The service is closing.',
	interrupted: 'Events may be missing. Reconnect.',
	refused: 'The feed refused the connection.',
	noConnect: 'No CONNECT frame was received.',
	connectedTwice: 'This session is already connected.',
	noHeartBeat: 'No heart-beat was received.',
	connectFirst: 'The first frame must be CONNECT.',
	sendRefused: 'This broker does not accept SEND.',
	largeFrame: 'The frame is too large.',
	slowConsumer: 'The consumer is too slow.',
	died: 'The session failed.',
	invalidDestination: 'Invalid destination',
	denied: (destination: string) => `Access to ${destination} is denied.`,
	noSubscriptionId: (command: string) => `${command} has no id.`,
	unknownCommand: 'Unknown STOMP command.',
	tooManySubscriptions: (max: number) => `Too many subscriptions: a session can have at most ${max}.`,
	longSubscription: (max: number) => `The ID and destination are longer than ${max} bytes.`,
	tooManyFeeds: 'This token has too many connections or subscriptions.',
	unavailable: 'The credentials cannot be checked now. Try again later.',
	wrongCredentials: 'The credentials are missing or wrong.',
	tooManyAttempts: 'Too many failed sign-ins. Try again later.',
	revoked: 'The credentials are no longer valid.',
	wrongVersion: 'This broker supports only STOMP 1.2.',
	invalidHeartBeat: 'Invalid heart-beat. Use two whole numbers of milliseconds.',
};
