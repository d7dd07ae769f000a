import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

/** Two ARK servers, the first one in this state. */
export const fleet = (state = 'ONLINE') => [
	server('a', state, {onlinePlayers: 1, gameType: 'ARK_ASCENDED'}),
	server('b', 'ONLINE', {gameType: 'ARK_ASCENDED'}),
];
/** A command of another user from the feed, with a response by default. */
export const command = (text: string, more: object = {}) => ({
	command: text,
	response: 'fine',
	commandId: text,
	timestamp: 9,
	...more,
});

/** Opens line mode, enters these lines, and returns everything printed from then on. */
export async function openAnnouncements(...lines: string[]) {
	const stream = openTestLineMode({columns: 200, app: [fleet()]});
	for (const line of lines) await stream.type(line);
	const {store, clock} = stream.services;
	const start = stream.rows().length;
	return {
		...stream,
		polled: (servers: ReturnType<typeof fleet>) =>
			store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []}),
		/** The output since the beginning, without prompts. */
		said: async () => {
			await stream.pass(1);
			return stream
				.rows()
				.slice(start - 1)
				.filter(row => !row.includes('rcon>'));
		},
	};
}
