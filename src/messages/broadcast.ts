import {plural} from '../lib/text/plural.ts';
import {type ActionWords, example} from './action-words.ts';
import {alternative, key, message, type Message} from './text.ts';

function splitterNames(splitters: string): string {
	const characters = [...splitters];
	return characters.length === 0 ? 'line breaks' : `${characters.join(', ')} and line breaks`;
}

export const broadcastActionWords = {
	broadcast: {
		verb: 'Broadcast',
		accepted: ({targetCount, server}) =>
			`Message sent to ${targetCount > 1 ? plural(targetCount, 'server') : (server ?? 'the players')}.`,
		line: {
			takes: '[--all] [TEXT]',
			help: "Send a message to the players of the current target, or of all servers with --all, using the game's own command",
		},
		command: {
			words: ['broadcast'],
			description: 'Send a message to the players',
			examples: [
				example(
					'Send a message to the players of a server',
					'rcondeck broadcast ark-isl-1 -- "Event at 20:00"',
				),
				example('Send a message to all players', 'rcondeck broadcast --all --yes -- "Maintenance tonight"'),
			],
		},
	},
} satisfies Record<string, ActionWords>;

/** Broadcasts to players. */
export const broadcastMessages = {
	title: (server: string) => `Broadcast to ${server}`,
	titleForSeveral: (count: number) => `Broadcast to ${plural(count, 'server')}`,
	text: {
		label: 'Text',
		hint: 'shown to everyone online',
		help: 'message',
		missing: 'Enter a message.',
	},
	noCommand: (gameType: string | undefined): Message =>
		message`No broadcast command is known for ${gameType ?? 'an unnamed game'}: ${alternative(message`send it as a command with ${key('app.input')}`, 'send it as a command', 'use rcondeck rcon')}.`,
	refusedByGame: (said: string) => `The game refused the command: ${said}`,
	wouldSplit: (game: string, splitters: string) =>
		`${game} treats ${splitterNames(splitters)} as the end of the message and would run the rest as a command. Leave them out.`,
	noneOnline: 'None of the servers is online.',
	problemOn: (server: string, problem: Message): Message => message`${server}: ${problem}`,
	nobodyOnline: 'No players are online to see it.',
	somebodyMayRead: 'Players who are online will see it immediately.',
	playersRead: (count: number) => `${plural(count, 'player')} will see it immediately.`,
	playersReadOn: (servers: number, players: string) =>
		`Everyone online on ${plural(servers, 'server')} will see it immediately: ${players}.`,
	leftOut: (servers: readonly string[]) =>
		`Skipped, not online: ${servers.slice(0, 5).join(', ')}${servers.length > 5 ? ` and ${servers.length - 5} more` : ''}.`,
	proof: 'the game answers',
	summary: (text: string, servers: string) => `Broadcast "${text}" to ${servers}`,
	shownInJobs: message`${key('jobs.open')} shows the results.`,
};
