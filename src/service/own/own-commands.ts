/** The console commands of one server: its own settings, else those of the game. */
export type OwnCommands = {
	/** Any harmless command. */
	probe: string;
	/** `{text}` stands for the message; undefined if the game's command is unknown. */
	say: string | undefined;
	/** Undefined if the game has nothing to save. */
	save: string | undefined;
	/** Undefined if the game cannot be stopped by its console. */
	stop: string | undefined;
	/** Undefined if the game writes to its files as long as it runs. */
	backup: {pause: string; flush?: string; resume: string} | undefined;
};
