import type {Clock} from '../../lib/time/clock.ts';
import type {Crowd} from './population.ts';

/** A simulated game: the process that would run on a node, without its port. */
export type Game = {
	/** The game's response to one console command, in the game's format. */
	handle: (command: string) => string | Promise<string>;
	/** The number of players, without bots. */
	players: () => number;
	map: () => string;
	/** What players can read, oldest first; the last 200 lines. */
	chat: () => readonly string[];
	/** Stops all timers of the game. */
	stop: () => void;
};

export type GameOptions = {
	name: string;
	map: string;
	maxPlayers: number;
	/** The port, for games that print their own address. */
	port: number;
	/** The number of players at the start; 0 for a game that has just started. */
	players: number;
	crowd?: Crowd | undefined;
	clock: Clock;
	/** From 0 up to, not including, 1. */
	random: () => number;
	/** Called when a command makes the game exit. */
	onExit: () => void;
};

const chatLines = 50;

/** Adds a line to a chat and drops the oldest one beyond the limit. */
export function addLine(chat: string[], line: string): void {
	chat.push(line);
	if (chat.length > chatLines) chat.shift();
}
