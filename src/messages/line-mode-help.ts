/** Lines that begin with a colon: help, and what cannot be done. */
export const lineHelpMessages = {
	ambiguousCommand: (word: string, commands: string) => `:${word} may be ${commands}: write more of it.`,
	writeInFull: (commands: string) => `What acts is written in full: ${commands}. Nothing was done.`,
	unknownCommand: (word: string, near: readonly string[]) =>
		`There is no :${word}. ${near.length > 0 ? `The nearest is ${near.join(' or ')}. ` : ''}:help names what there is; a line without a colon goes to the game.`,
	noCompletion: 'Nothing is known that would complete this.',
	moreCandidates: (count: number) => `, and ${count} more`,
	candidates: (count: number, names: string, more: string) => `CANDIDATES ${count}: ${names}${more}`,
	lines:
		'A line without a colon is sent to the chosen server, and its answer is shown when it comes; with "& " in front it is sent without waiting.',
	keys: 'Up and Down go through the history, Ctrl-R searches it, Tab completes, Ctrl-C clears the line, else recalls, else stops waiting, else quits when pressed twice.',
	shortening:
		'What only looks may be shortened, such as :tr for :trouble; what acts is written in full, asks before it sends, and bare Enter never confirms.',
	more: 'Explained by :help and a word, such as :help restart, :help team, :help all; or by a key of the deck, such as :help R.',
	nothingToExplain: (word: string, near: readonly string[]) =>
		`PROBLEM There is no :${word}.${near.length > 0 ? ` The nearest is ${near.join(' or ')}.` : ''}`,
	alsoCalled: (names: readonly string[]) => ` (also :${names.join(', :')})`,
	keyHere: (key: string, title: string, lines: readonly string[]) =>
		`${key}, ${title}: here it is ${lines.join(' or ')}.`,
	keyWithoutLine: (key: string, title: string, instead: string) =>
		`${key}, ${title}: there is no line for it. ${instead}`,
	forDeck: (line: string) =>
		`No server is chosen. Commands for the deck begin with a colon: press Enter for :${line}.`,
	lineNotEmpty: 'The line is not empty: Ctrl-U clears it.',
	takesNothing: (command: string) => `PROBLEM :${command} takes no arguments. Nothing was done.`,
};
