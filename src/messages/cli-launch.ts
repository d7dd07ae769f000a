/** Failures to start the program. */
export const launchMessages = {
	foreignFolder: (folder: string) => `${folder} belongs to another user`,
	changedFile: (file: string) =>
		`rcondeck: ${file} is missing, damaged or from another version. Try again; if that does not help, install rcondeck again.\n`,
	missingPart: (name: string) => `The program is incomplete: ${name} is missing. Install rcondeck again.`,
};
