import type {ServerCommand} from '../contract/models/server.ts';
import type {Activity} from './activity.ts';

/** One thing that is remembered between sessions. Texts are clean, times are epoch ms. */
export type Memorable =
	/** A line that was typed and sent; only this makes up the history of the input. */
	| {kind: 'typed'; at: number; serverId: string; gameType: string | undefined; text: string}
	/**
	A command with its answer. The service's identity makes it one entry, however often and by how many decks it is told;
	`localId` names it for the deck that sent it, until the answer is known.
	*/
	| {
			kind: 'command';
			at: number;
			serverId: string;
			server: string;
			origin: 'me' | 'other';
			status: CommandStatus;
			localId: string | undefined;
			answer: ServerCommand;
			/** What went wrong, in words. */
			problem: string | undefined;
	  }
	/** A change of state, or an action of ours with its outcome. */
	| {
			kind: 'note';
			at: number;
			id: string;
			/** undefined: it is about no server, such as an act on the team or a node. */
			serverId: string | undefined;
			server: string | undefined;
			activity: Activity;
	  }
	/** A moment that was marked by hand, with a note that may be empty. */
	| {kind: 'mark'; at: number; id: string; text: string}
	/** Somebody knows of the trouble that a server is in, or (`isKnown` false) no longer wants it to be known. */
	| {
			kind: 'acknowledged';
			at: number;
			serverId: string;
			server: string;
			/** The state that it was acknowledged in; undefined: the service gave none. */
			state: string | undefined;
			isKnown: boolean;
	  }
	/** Whether the connected feed delivers own answers: so many in a row did not come back; 0: it does. */
	| {kind: 'feedProof'; at: number; missed: number}
	/** A stretch without feed, told at its end. */
	| {kind: 'gap'; at: number; to: number; teamId: string | undefined; filled: number};

/** `waiting`: it was sent, and no answer had come when this was told: all that is known where a session ended meanwhile. */
export type CommandStatus = 'waiting' | 'answered' | 'late' | 'timeout' | 'failed' | 'abandoned' | 'sent';
