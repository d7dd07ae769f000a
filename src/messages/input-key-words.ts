/** The words of a key in the help, the hint bar and the palette. */
export type KeyWords = {
	/** Two to four words, for the help and the palette. */
	title: string;
	/** One or two words for the hint bar, if the title is longer. */
	short?: string;
	/** One sentence. */
	help: string;
	/** Other words that find it in the palette, most wanted first. */
	search?: string;
};

/** Of the keys of inputs, dialogs, menus and the palette. */
export const inputKeyWords = {
	'dialog.enter': {
		title: 'Continue or confirm',
		help: 'Continue to the review; there, press the focused button',
	},
	'dialog.next': {title: 'Next field', help: 'Go to the next field or button'},
	'dialog.previous': {
		title: 'Previous field',
		help: 'Go to the previous field or button; from the first button, back to the fields',
	},
	'dialog.right': {title: 'Next option', help: 'Select the next option, preset or button'},
	'dialog.left': {title: 'Previous option', help: 'Select the previous option, preset or button'},
	'dialog.offer': {
		title: 'Fill in suggestion',
		help: 'Fill in the next suggestion, such as a message from your settings',
	},
	'dialog.insert': {
		title: 'Insert a line',
		help: 'Insert an empty line into a list of lines, such as the steps of an automation',
	},
	'dialog.pageUp': {title: 'Page up', help: 'Scroll up if the dialog is taller than the screen'},
	'dialog.pageDown': {title: 'Page down', help: 'Scroll down if the dialog is taller than the screen'},
	'dialog.edit': {
		title: 'Open in editor',
		help: 'Edit a multi-line field, such as the steps of an automation, in your editor ($VISUAL or $EDITOR)',
	},
	'dialog.leave': {title: 'Close dialog', help: 'Close the dialog without sending anything'},
	'field.left': {title: 'Cursor left', help: 'Move the cursor left'},
	'field.right': {title: 'Cursor right', help: 'Move the cursor right'},
	'field.home': {title: 'Start of line', help: 'Move the cursor to the start'},
	'field.end': {title: 'End of line', help: 'Move the cursor to the end'},
	'field.backspace': {title: 'Delete previous character', help: 'Delete the character before the cursor'},
	'field.delete': {title: 'Delete next character', help: 'Delete the character under the cursor'},
	'field.word': {title: 'Delete previous word', help: 'Delete the word before the cursor'},
	'field.toStart': {title: 'Delete to start', help: 'Delete everything before the cursor'},
	'field.toEnd': {title: 'Delete to end', help: 'Delete everything after the cursor'},
	'filter.accept': {title: 'Keep filter', short: 'Keep', help: 'Keep the filter and return to the list'},
	'filter.clear': {title: 'Clear filter', short: 'Clear', help: 'Clear the filter'},
	'filter.previous': {title: 'Older filter', short: 'Older', help: 'Fill in the previous filter'},
	'filter.next': {title: 'Newer filter', help: 'Fill in the next filter of the history, then the typed text'},
	'input.send': {
		title: 'Send command',
		short: 'Send',
		help: 'Send the command to the servers in the prompt and wait for the answer; start with "& " to send without waiting',
	},
	'input.previous': {
		title: 'Older command',
		short: 'Older',
		help: 'Recall the previous command of this server, then of other servers with the same game',
	},
	'input.next': {title: 'Newer command', help: 'Recall the next command'},
	'input.complete': {
		title: 'Complete word',
		short: 'Complete',
		help: 'Complete commands, maps, players and earlier commands; press again for the next suggestion',
	},
	'input.completeBack': {title: 'Previous suggestion', help: 'Go to the previous suggestion'},
	'input.edit': {
		title: 'Open in editor',
		help: 'Edit the command in your editor ($VISUAL or $EDITOR); the saved text is not sent',
	},
	'input.leave': {
		title: 'Leave input',
		short: 'Leave',
		help: 'Close the suggestions, or leave the input; the text is kept',
	},
	'input.end': {title: 'Leave empty input', help: 'Leave the input if it is empty'},
	'menu.down': {title: 'Next option', help: 'Go to the next option'},
	'menu.up': {title: 'Previous option', help: 'Go to the previous option'},
	'menu.choose': {title: 'Choose option', help: 'Choose this option, or press the letter of any option'},
	'menu.leave': {title: 'Close menu', help: 'Close the menu without changing anything'},
	'palette.down': {title: 'Next command', help: 'Go to the next command'},
	'palette.up': {title: 'Previous command', help: 'Go to the previous command'},
	'palette.pageDown': {title: 'Page down', help: 'Move down one page'},
	'palette.pageUp': {title: 'Page up', help: 'Move up one page'},
	'palette.complete': {title: 'Complete arguments', help: 'Complete a command that takes arguments'},
	'palette.run': {
		title: 'Run command',
		help: 'Run the command as its key would; actions only open their dialog',
	},
	'palette.leave': {title: 'Close palette', help: 'Close the palette without running anything'},
	'paste.down': {title: 'Next line', help: 'Go to the next pasted line'},
	'paste.up': {title: 'Previous line', help: 'Go to the previous pasted line'},
	'paste.next': {
		title: 'Next button',
		help: 'Go to the next button: Do nothing, Send this line, Skip this line, and after a refusal Send the rest',
	},
	'paste.previous': {title: 'Previous button', help: 'Go to the previous button'},
	'paste.press': {
		title: 'Press button',
		short: 'Press',
		help: 'Press the button for this line; press twice to send a line that looks destructive',
	},
	'paste.leave': {
		title: 'Close review',
		short: 'Close',
		help: 'Close the review and discard the unsent lines',
	},
	'search.open': {
		title: 'Search history',
		short: 'History',
		help: 'Search the history of this server and of other servers with the same game; fills the prompt, never sends',
	},
	'search.older': {title: 'Older match', short: 'Older', help: 'Go to the next older match'},
	'search.newer': {title: 'Newer match', help: 'Go to the next newer match'},
	'search.accept': {
		title: 'Use this command',
		short: 'Use',
		help: 'Put the match into the input without sending it',
	},
	'search.leave': {title: 'Cancel search', short: 'Cancel', help: 'Cancel the search and restore the input'},
	'timelineFilter.accept': {
		title: 'Keep filter',
		short: 'Keep',
		help: 'Keep the filter and return to the timeline',
	},
	'timelineFilter.clear': {title: 'Clear filter', short: 'Clear', help: 'Clear the timeline filter'},
} satisfies Record<string, KeyWords>;
