import {server} from '../helpers/headless-app.ts';
import {openTestLineMode} from '../helpers/open-line-mode.ts';

/** Two servers of ARK, the first of them in this state. */
export const fleet = (state = 'ONLINE') => [
	server('a', state, {onlinePlayers: 1, gameType: 'ARK_ASCENDED'}),
	server('b', 'ONLINE', {gameType: 'ARK_ASCENDED'}),
];
/** A command of somebody else as the feed tells it, by default answered. */
export const command = (text: string, more: object = {}) => ({
	command: text,
	response: 'fine',
	commandId: text,
	timestamp: 9,
	...more,
});

/** Line mode after these lines; what is said from then on. */
export async function openAnnouncements(...lines: string[]) {
	const stream = openTestLineMode({columns: 200, app: [fleet()]});
	for (const line of lines) await stream.type(line);
	const {store, clock} = stream.services;
	const start = stream.rows().length;
	return {
		...stream,
		polled: (servers: ReturnType<typeof fleet>) =>
			store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []}),
		/** What was said since the beginning, without prompts. */
		said: async () => {
			await stream.pass(1);
			return stream
				.rows()
				.slice(start - 1)
				.filter(row => !row.includes('rcon>'));
		},
	};
}
