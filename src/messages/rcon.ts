import {plural} from '../lib/plural.ts';

/** Aliases and destructive commands. */
export const rconMessages = {
	aliasNeedsArguments: (alias: string, count: number, body: string) =>
		`${alias} needs ${plural(count, 'argument')}: ${body}`,
	listedAsDestructive: (word: string) => `${word} is on your list of destructive commands.`,
};
