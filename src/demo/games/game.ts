import type {Clock} from '../../lib/clock.ts';

/** A simulated game: what a process on a node would be, without its port. */
export type Game = {
	/** The game's words in answer to one console command, in the format of that game. */
	handle: (command: string) => string | Promise<string>;
	/** How many people are on; bots do not count. */
	players: () => number;
	map: () => string;
	/** What the players can read, oldest first; the last 200 lines. */
	chat: () => readonly string[];
	/** Ends everything that happens by itself. */
	stop: () => void;
};

export type GameOptions = {
	name: string;
	map: string;
	maxPlayers: number;
	/** Shown by games that name their own address. */
	port: number;
	/** How many people are on already; 0 for a game that has just been started. */
	players: number;
	clock: Clock;
	/** From 0 up to, not including, 1. */
	random: () => number;
	/** The game ends itself, because a command said so. */
	onExit: () => void;
};

const chatLines = 200;

/** Adds a line to a chat that forgets its oldest ones. */
export function addLine(chat: string[], line: string): void {
	chat.push(line);
	if (chat.length > chatLines) chat.shift();
}
