/** Failures to start the program. */
export const launchMessages = {
	foreignFolder: (folder: string) => `${folder} belongs to another user`,
	changedFile: (file: string) => `rcondeck: ${file} is missing or damaged. Install rcondeck again.\n`,
	missingPart: (name: string) => `The program is incomplete: ${name} is missing. Install rcondeck again.`,
};
