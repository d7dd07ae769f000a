import type {ChatLine, ChatLineKind} from '../../games/chat-lines.ts';
import type {Slice} from '../kernel/state/slice.ts';

/** Messages that this user sent to all players of a server or to one. */
export const sentKinds = ['sent', 'sentToOne'] as const;
type SentKind = (typeof sentKinds)[number];

/** A line of chat, a player who came or went, or a message that this user sent. `place` counts all lines of the session, from 1. */
export type ChatEntry = Omit<ChatLine, 'kind'> & {
	kind: ChatLineKind | SentKind;
	id: string;
	/** By the service's clock, if known. */
	at: number;
	serverId: string;
	/** Its name at that time. */
	server: string;
	place: number;
};

export const isSentKind = (kind: ChatEntry['kind']): kind is SentKind =>
	sentKinds.some(sent => sent === kind);

export type ChatState = {
	/** The newest lines of all servers, in the order of their arrival. */
	entries: readonly ChatEntry[];
	/** The `place` of the newest line. */
	total: number;
	/** The `place` of the newest line that was on screen. */
	seen: number;
	/** Answers that list chat, by their ids or times: they arrive several times. */
	answers: readonly string[];
	/** Chat that must be asked for is needed although the screen is closed. */
	isWanted: boolean;
};

export type ChatEvent = {type: 'chat/seen'; to: number} | {type: 'chat/wanted'; isWanted: boolean};

export const chatSlice: Slice<ChatState, ChatEvent> = {
	initial: {entries: [], total: 0, seen: 0, answers: [], isWanted: false},
	reduce: (state, event) => {
		switch (event.type) {
			case 'chat/seen':
				return {...state, seen: Math.max(state.seen, event.to)};
			case 'chat/wanted':
				return state.isWanted === event.isWanted ? state : {...state, isWanted: event.isWanted};
		}
	},
};

/** Of all servers together, of one, and of one when all together are too many: one noisy server evicts only itself. */
const [maxEntries, maxOfServer, minOfServer] = [6000, 1000, 50];
/** Several are dropped at once, because that takes as long as dropping one. */
const spare = 64;

/** Adds lines and drops the oldest ones of servers that have too many. */
export function withEntries(
	state: ChatState,
	added: readonly Omit<ChatEntry, 'place'>[],
	answers: readonly string[],
): ChatState {
	const placed = added.map((entry, index) => ({...entry, place: state.total + index + 1}));
	const entries = limitEntries([...state.entries, ...placed]);
	return {...state, entries, answers, total: state.total + placed.length};
}

function limitEntries(entries: readonly ChatEntry[]): readonly ChatEntry[] {
	const counts = new Map<string, number>();
	for (const {serverId} of entries) counts.set(serverId, (counts.get(serverId) ?? 0) + 1);
	const isFull = entries.length > maxEntries;
	const most = isFull ? Math.max(minOfServer, Math.floor(maxEntries / counts.size) - spare) : maxOfServer;
	const over = new Map(
		[...counts].flatMap(([id, count]) => (count > most ? [[id, count - most + (isFull ? 0 : spare)]] : [])),
	);
	if (over.size === 0) return entries.slice(-maxEntries);
	return entries
		.filter(({serverId}) => {
			const left = over.get(serverId) ?? 0;
			if (left > 0) over.set(serverId, left - 1);
			return left <= 0;
		})
		.slice(-maxEntries);
}
