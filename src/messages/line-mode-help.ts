/** Help for line mode, and problems with its commands. */
export const lineHelpMessages = {
	ambiguousCommand: (word: string, commands: string) =>
		`:${word} is ambiguous: ${commands}. Type more of it.`,
	writeInFull: (commands: string) => `Type actions in full: ${commands}. Nothing was done.`,
	unknownCommand: (word: string, near: readonly string[]) =>
		`There is no :${word}. ${near.length > 0 ? `Did you mean ${near.join(' or ')}? ` : ''}:help lists the commands; lines without a colon are sent to the game.`,
	noCompletion: 'No suggestions.',
	moreCandidates: (count: number) => `, and ${count} more`,
	candidates: (count: number, names: string, more: string) => `SUGGESTIONS ${count}: ${names}${more}`,
	lines:
		'A line without a colon is an RCON command for the current server; the answer is shown when it arrives. Start with "& " to send without waiting.',
	keys: 'Up and Down recall commands, Ctrl-R searches them, Tab completes. Ctrl-C clears the line, undoes a pending action, stops waiting, or quits (press twice).',
	shortening:
		'Commands that only show something can be shortened, such as :al for :alerts. Actions are typed in full and ask before they send; Enter alone never confirms.',
	more: 'More: :help and a word, such as :help restart, :help team or :help all; or a key of the TUI, such as :help R.',
	nothingToExplain: (word: string, near: readonly string[]) =>
		`PROBLEM There is no :${word}.${near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ''}`,
	alsoCalled: (names: readonly string[]) => ` (also :${names.join(', :')})`,
	keyHere: (key: string, title: string, lines: readonly string[]) =>
		`${key}, ${title}: in line mode ${lines.join(' or ')}.`,
	keyWithoutLine: (key: string, title: string, instead: string) =>
		`${key}, ${title}: not available in line mode. ${instead}`,
	missingColon: (line: string) =>
		`No current server. Commands of rcondeck start with a colon: press Enter for :${line}.`,
	lineNotEmpty: 'The line is not empty: Ctrl-U clears it.',
	takesNothing: (command: string) => `PROBLEM :${command} takes no arguments. Nothing was done.`,
};
