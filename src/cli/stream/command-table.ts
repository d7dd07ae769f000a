import type {StreamDesk} from './desk.ts';

/** What a line that begins with a colon does. `rest` is what stands behind the name. */
export type DeckCommand = {
	name: string;
	/** What may stand behind it. */
	takes: string;
	/** One sentence. */
	help: string;
	/** It may change a server: its name is written in full. */
	acts?: true;
	/** What Tab offers behind it. */
	completes?: 'servers' | readonly string[];
	run: (desk: StreamDesk, rest: string) => Promise<void> | void;
};

/**
The command that a word means. A unique beginning will do for what only looks; what acts is written in full, so that no
slip of the finger becomes another act.
*/
export function commandNamed(
	commands: readonly DeckCommand[],
	word: string,
): {command: DeckCommand} | {problem: string} {
	const wanted = word.toLowerCase();
	const exact = commands.find(({name}) => name === wanted);
	if (exact) return {command: exact};
	const begins = commands.filter(({name}) => wanted !== '' && name.startsWith(wanted));
	const looking = begins.filter(({acts}) => !acts);
	const [first, ...others] = looking;
	if (first && others.length === 0) return {command: first};
	const names = (found: readonly DeckCommand[]) => found.map(({name}) => `:${name}`).join(', ');
	if (first) return {problem: `:${word} may be ${names(looking)}: write more of it.`};
	if (begins.length > 0)
		return {problem: `What acts is written in full: ${names(begins)}. Nothing was done.`};
	return {
		problem: `There is no :${word}. :help names what there is; a line without a colon goes to the game.`,
	};
}

/** `:restart ark-1 ark-2` → restart, and what is behind it. */
export function takenApart(line: string): {word: string; rest: string} {
	const [, word = '', rest = ''] = /^:\s*(\S*)\s*(.*)$/s.exec(line) ?? [];
	return {word, rest: rest.trim()};
}
