import {key, message, type Message} from './text.ts';

/** What is down, and what keeps the list from being read. */
export const alertMessages = {
	noListYet: 'no list yet',
	listAge: (age: string) => `list ${age} old`,
	readingList: 'reading the list of servers',
	noneDown: 'no server is down',
	nothingElseDown: (known: string) => `nothing else is down${known}`,
	retryIn: (seconds: number) => `, retry in ${seconds}s`,
	retryInOrKey: (age: Message) => message`, retry in ${age} or with ${key('app.refresh')}`,
	credentialsRefused: (hint: string) => `Credentials refused (401). ${hint}`,
	countDown: (count: number) => `${count} down`,
	countUnknown: (count: number) => `${count} unknown`,
	acknowledged: (what: string) => `   (${what}, acknowledged)`,
	countUnreadable: (count: number) => `${count} unreadable`,
	likelyOneCause: ', likely one cause',
	cluster: (node: string, count: number, total: number, cause: string, names: string) =>
		`node ${node}: ${count} of ${total}${cause}${names}`,
	down: (count: number, parts: string, unnamed: number, unsure: string) =>
		`${count} down: ${parts}${unnamed > 0 ? ` +${unnamed}` : ''}${unsure === '' ? '' : `  | ${unsure}`}`,
	onNode: (node: string) => `, on ${node}`,
	unknown: (count: number, where: string) => `${count} unknown${where}`,
	nameSeen: (name: string, age: string) => `${name} ${age}(seen)`,
	noOtherTrouble: 'There is no other server in trouble.',
	troubleNotKnown: 'Whether there is trouble is not known: no list has been read yet.',
	noServer: 'There is no server in the list.',
	noTrouble: 'No trouble: every server shown is up.',
	bellMore: (count: number) => ` and ${count} more`,
	bell: (names: string, more: string) => `Down: ${names}${more}.`,
};
