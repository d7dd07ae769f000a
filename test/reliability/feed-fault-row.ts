import type {FeedConnection, FeedFault} from './faulty-service.ts';
import {onceSubscribed, webSocketFrame} from './feed-wire.ts';

/**
`live`: whether the feed stays live, or ends: is reported as not live within `withinMs` (default `noticeMs`) for a reason that
`says` matches; `returns` is live again while the fault lasts, which only new connections meet. `isPatient`: the next attempt comes after a minute, because the answer is probably permanent.
*/
export type FeedFaultRow = FeedFault & {
	live: 'stays' | 'ends' | 'returns';
	withinMs?: number;
	says?: RegExp;
	isPatient?: true;
};

/** Within this time a black hole is noticed: 5s, and what a busy machine takes. Heart-beats would take 25s. */
export const noticeMs = 15_000;

export type More = Partial<Pick<FeedFaultRow, 'live' | 'withinMs' | 'says' | 'isPatient'>>;
export const silent = () => {};
export const mute = (connection: FeedConnection) =>
	void Object.assign(connection, {toClient: silent, toService: silent});

const rowsThat =
	(meet: (act: (connection: FeedConnection) => void) => FeedFault['act']) =>
	(name: string, act: (connection: FeedConnection) => void, more: More = {}): FeedFaultRow => ({
		name,
		live: 'ends',
		...more,
		act: meet(act),
	});

/** Breaks an open connection, and does something to the next ones from their start. */
export const toNew = rowsThat(act => (connection, isNew) => {
	if (isNew) act(connection);
	else connection.client.destroy();
});

/** Does something to a connection that has subscribed. */
export const toLive = rowsThat(
	act => (connection, isNew) => onceSubscribed(connection, isNew, () => act(connection)),
);

export const sends = (name: string, bytes: () => string | Buffer, more: More = {}): FeedFaultRow =>
	toLive(
		name,
		({client}) => {
			const found = bytes();
			client.write(typeof found === 'string' ? webSocketFrame(found) : found);
		},
		more,
	);

/** Repeats until the connection ends, as fast as it takes the bytes. */
export function flood({client}: FeedConnection, bytes: () => Buffer): void {
	const more = () => {
		while (!client.destroyed && client.write(bytes()));
		if (!client.destroyed) client.once('drain', () => setImmediate(more));
	};
	more();
}
