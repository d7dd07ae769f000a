import {plural} from '../lib/plural.ts';
import {alternative, key, message, type Message} from './text.ts';

/** A line to the players. */
export const broadcastMessages = {
	verb: 'Say it',
	description: "Say a text to the players, with the game's own command",
	title: (server: string) => `Broadcast to ${server}`,
	titleForSeveral: (count: number) => `Broadcast to ${count} servers`,
	text: {
		label: 'Text',
		hint: 'shown to everybody online',
		help: 'what the players read',
		missing: 'Nothing to say: type a line.',
	},
	noCommand: (gameType: string | undefined): Message =>
		message`No command is known that says a line in ${gameType ?? 'a game without a name'}: ${alternative(message`use ${key('app.input')}`, 'send it as a command', 'use rcondeck rcon')}.`,
	wouldSplit: (game: string) =>
		`${game} would take ; and " for the end of the line, and run what follows. Leave them out.`,
	noneOnline: 'None of them is online.',
	problemOn: (server: string, problem: Message): Message => message`${server}: ${problem}`,
	nobodyHears: 'Nobody is online to hear it.',
	somebodyMayRead: 'Whoever is online reads it at once.',
	playersRead: (count: number) => `${plural(count, 'player')} will see it immediately.`,
	playersReadOn: (servers: number, players: string) =>
		`Read at once by everybody online on ${plural(servers, 'server')}: ${players}.`,
	leftOut: (count: number) => `${count} are not online and left out.`,
	proof: 'the game has answered',
	summary: (text: string, servers: string) => `Say "${text}" on ${servers}`,
	shownInJobs: message`${key('jobs.open')} shows how it went.`,
};
