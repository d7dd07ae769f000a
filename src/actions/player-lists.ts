import type {ListGap} from '../games/player.ts';
import type {GameServer} from '../contract/models/server.ts';
import {printableLine} from '../lib/text/text.ts';
import {cut} from '../lib/text/width.ts';
import {listGapMessages as messages} from '../messages/players.ts';
import {phaseOf} from '../contract/states.ts';

const maxStart = 80;

/** Describes why a list of players is not known, or incomplete, in a sentence. */
export function listGapText(gap: ListGap): string {
	switch (gap.kind) {
		case 'blank':
			return messages.blank;
		case 'unreadable':
			return messages.unreadable(printableLine(cut(gap.start, maxStart)));
		case 'part':
			return messages.part;
		case 'count':
			return messages.count(gap.count, gap.read);
	}
}

/** A server that starts, or is created or deleted, has no players yet or anymore. */
const unplayed: ReadonlySet<string | undefined> = new Set(['INITIALIZING', 'CREATING', 'DELETING']);

export const mayBePlayed = ({state}: GameServer): boolean =>
	phaseOf(state) !== 'offline' && !unplayed.has(state);

/** Returns why the list of a server with possible players cannot be read in its state. */
export const unlistedState = ({state = ''}: GameServer): string | undefined =>
	phaseOf(state) === 'changing' ? messages.changing(state) : undefined;
