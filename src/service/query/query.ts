/** The state of a game as it tells everybody who asks; undefined is what it does not tell. */
export type QueryAnswer = {
	name?: string | undefined;
	map: string | undefined;
	/** Includes bots, if the game counts them. */
	players: number | undefined;
	maxPlayers: number | undefined;
};

/**
Asks a game for its state without its console. Rejects with `ConsoleError` `refused`, `timeout` or `malformed`, or with the
reason of `signal`.
*/
export type AskQuery = (options: {
	/** Limit for the whole exchange, in milliseconds. */
	timeoutMs: number;
	signal?: AbortSignal | undefined;
}) => Promise<QueryAnswer>;
