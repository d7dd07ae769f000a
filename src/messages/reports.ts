import {key, message, type Message} from './text.ts';

/** A report in a box over the panes, and its keys. */
export const reportViewMessages = {
	reading: 'Reading…',
	position: (last: number, total: number) => `${last}/${total}  `,
	keys: (position: string): Message =>
		message`${position}${key('report.copy')} copy  ${key('report.copyMarkdown')} Markdown  ${key('report.leave')}`,
	copied: {text: 'the handover', markdown: 'the handover as Markdown'},
	commands: {
		open: {
			title: 'Show handover',
			short: 'Handover',
			help: 'Show the state of the fleet, pending actions, open outcomes and recent work, to copy for the next shift',
		},
		copy: {title: 'Copy as text', help: 'Copy the handover as text, short enough for a chat message'},
		copyMarkdown: {title: 'Copy as Markdown', help: 'Copy the handover as Markdown for a chat'},
		down: {title: 'Scroll down', help: 'Scroll the handover down'},
		up: {title: 'Scroll up', help: 'Scroll the handover up'},
		pageDown: {title: 'Page down', help: 'Scroll the handover down one page'},
		pageUp: {title: 'Page up', help: 'Scroll the handover up one page'},
		first: {title: 'First row', help: 'Go to the start of the handover'},
		last: {title: 'Last row', help: 'Go to the end of the handover'},
		leave: {title: 'Close handover', help: 'Close the handover'},
	},
};
