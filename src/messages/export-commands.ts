/** Titles and help of the keys that copy and export. */
export const exportCommandMessages = {
	commands: {
		copy: {
			title: 'Copy to clipboard',
			help: 'Copy text to the clipboard (OSC 52) and to a file, or show it plainly to select it with the mouse',
		},
		export: {
			title: 'Export or record',
			help: 'Export consoles to a file, or start and stop a transcript',
		},
		stop: {
			title: 'Stop export',
			help: 'Stop the export in progress and delete its file',
		},
	},
	keepsNoFiles: 'This session does not write files.',
};
