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
	handshakeStatus: (status: number) => `the handshake failed with HTTP ${status}`,
	broke: 'the connection was lost',
	closed: (code: number) => `closed by the service (${code})`,
	noneGranted: (reason: string) => `all destinations were refused: ${reason}`,
	reconnecting: 'reconnecting',
	badSetup: 'the proxy or certificate settings are invalid',
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
