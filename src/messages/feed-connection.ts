/** Why the connection of the feed is not there. */
export const feedConnectionMessages = {
	badAddress: 'the address of the feed cannot be used',
	notOpened: 'the feed could not be opened',
	badFrame: 'a frame could not be read',
	noAnswer: (seconds: number) => `no answer within ${seconds} s`,
	noHeartBeat: 'no heart-beat',
	errorWithoutWords: 'an error without words',
	noProtocol: 'no STOMP subprotocol',
	wrongCredentials: 'the feed does not accept these credentials (401)',
	notAllowed: 'the feed is not allowed to these credentials (403)',
	noFeed: 'the service has no feed at this address (404)',
	httpStatus: (status: number) => `the feed answers with HTTP ${status}`,
	handshakeStatus: (status: number) => `the handshake was answered ${status}`,
	broke: 'the connection broke',
	closed: (code: number) => `closed by the service (${code})`,
	noneGranted: (reason: string) => `none of the destinations is granted: ${reason}`,
	dialingAnew: 'reconnecting',
	badSetup: 'the proxy or certificates of the environment cannot be used',
	/** The setting that names the feed. */
	setting: 'the feed URL',
};

/** Why a packet of the feed cannot be read. */
export const packetMessages = {
	noJson: 'not JSON',
	tooDeep: 'nested too deeply',
	noObject: 'not an object',
	unknownFields: (names: string) => `unknown fields: ${names}`,
};
