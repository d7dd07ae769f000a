import {key, message, type Message} from './text.ts';

/** Servers that are down, and problems with the list. */
export const alertMessages = {
	noListYet: 'no list yet',
	listAge: (age: string) => `list ${age} old`,
	noAnswer: (waited: string) => `no answer from the service for ${waited}`,
	waiting: (waited: string) => `waiting for the service (${waited})`,
	readingList: 'loading the server list',
	noneDown: 'no server is down',
	nothingElseDown: 'nothing else is down',
	retryIn: (seconds: number) => `, retry in ${seconds}s`,
	retryInOrKey: (age: Message) => message`, retry in ${age} or with ${key('app.refresh')}`,
	credentialsRefused: (hint: string) => `Credentials refused (401). ${hint}`,
	countDown: (count: number) => `${count} down`,
	countUnknown: (count: number) => `${count} unknown`,
	acknowledged: (what: string) => `   (${what}, acknowledged)`,
	countUnreadable: (count: number) => `${count} unreadable`,
	/** `age`: how long it is away; `carried`: its servers and players. */
	nodeAway: (node: string, status: string, age: string, carried: string) =>
		`node ${node} ${status} ${age} (${carried})`,
	moreNodes: (count: number) => `+${count} more nodes`,
	moreFlapping: (count: number) => `+${count} more that crash`,
	countFlapping: (count: number) => `${count} crashing`,
	likelyOneCause: ', likely one cause',
	cluster: (node: string, count: number, total: number, cause: string, names: string) =>
		`node ${node}: ${count} of ${total}${cause}${names}`,
	down: (count: number, parts: string, unnamed: number, unsure: string) =>
		`${count} down: ${parts}${unnamed > 0 ? ` +${unnamed}` : ''}${unsure === '' ? '' : `  | ${unsure}`}`,
	onNode: (node: string) => `, on ${node}`,
	unknown: (count: number, where: string) => `${count} unknown${where}`,
	nameSeen: (name: string, age: string) => `${name} ${age}(seen)`,
	noOtherAlert: 'No other server needs attention.',
	alertsUnknown: 'The server list is not loaded yet.',
	noServer: 'The server list is empty.',
	noAlerts: 'All servers shown are up.',
	bellMore: (count: number) => ` and ${count} more`,
	bell: (names: string, more: string) => `Down: ${names}${more}.`,
};
