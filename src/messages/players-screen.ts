import {plural} from '../lib/plural.ts';
import {gameName} from './players.ts';
import {duration, key, message, type Message} from './text.ts';

/** The list of players on all servers. */
export const playersScreenMessages = {
	exactly: (ms: number): Message => duration(ms),
	/** There from the first list on: since when is not known. */
	atLeast: (ms: number): Message => message`>=${duration(ms)}`,
	unknownGame: (gameType: string | undefined) => `no list known (${gameName(gameType)})`,
	failed: (problem: string) => `no list: ${problem}`,
	busy: 'console in use',
	waiting: 'list not read yet',
	/** `cut`: servers whose list could not be read completely. */
	note: (listed: number, all: number, cut: number): string => {
		const incomplete = cut === 0 ? '' : `, ${cut} incomplete`;
		return `on ${listed === all ? plural(all, 'server') : `${listed} of ${plural(all, 'server')}`}${incomplete}`;
	},
	nobody: 'Nobody is playing.',
	nobodyWhere: (servers: number): Message =>
		message`${plural(servers, 'server')} up, all empty. ${key('app.refresh')} reads the lists again.`,
	userId: 'user ID',
	since: (ms: number, clock: string): Message => message`for ${duration(ms)}, since ${clock}`,
	sinceAtLeast: (ms: number, clock: string): Message =>
		message`for ${duration(ms)} or longer, since ${clock} or earlier`,
	incomplete: 'A part of the list could not be read: players may be missing.',
	/** `first` has the day. */
	sighting: (first: string, last: string, server: string, name: string) =>
		`${first}-${last}  ${server}, as ${name}`,
	notInJournal: 'not seen before',
	olderSightings: (count: number) => `and ${count} older`,
	menu: {
		title: (name: string, server: string) => `${name} on ${server}`,
		gone: 'The player left',
		message: (name: string) => `Send a message to ${name}`,
		kick: (name: string) => `Kick ${name}`,
		ban: (name: string) => `Ban ${name}`,
		copyId: (id: string) => `Copy the ID ${id}`,
		idOf: (name: string) => `the ID of ${name}`,
	},
};
