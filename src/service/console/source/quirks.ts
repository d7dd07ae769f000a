import type {ConsoleLine} from '../connection.ts';

/** How long to wait for more packets after the first one, in milliseconds. */
export type Patience = {
	/** After a packet that is not full: most likely the last one. */
	shortMs: number;
	/** After an empty packet: some games send one in addition to the text. */
	emptyMs: number;
	/** After a full packet: more are likely. */
	fullMs: number;
};

/** How a game deviates from Source RCON, as plain data for the table of games. */
export type SourceQuirks = {
	/**
	The packet that requests the end of an answer (default `answer`).
	- `answer`: an empty type-0 packet, which is mirrored.
	- `command`: an empty command, for games whose reply to the former breaks the stream (Squad).
	- `none`: nothing; silence ends the answer. For games that close the connection on either.
	*/
	marker?: 'answer' | 'command' | 'none';
	/** Answers have wrong ids, so any packet is part of the answer to the one command that runs. */
	hasWrongIds?: boolean;
	/** Packets announce fewer bytes than they have. */
	hasWrongSizes?: boolean;
	/** The longest command that the game reads, in bytes of UTF-8 (default 4086). */
	maxCommandBytes?: number;
	/** The texts of packets that keep the connection alive; they are not part of any answer. */
	keepAlives?: readonly string[];
	/** The types of packets that report what happens in the game. */
	events?: Readonly<Partial<Record<number, ConsoleLine['kind']>>>;
	patience?: Partial<Patience>;
};
