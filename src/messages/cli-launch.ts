/** Where the program cannot be started. */
export const launchMessages = {
	foreignFolder: (folder: string) => `${folder} belongs to somebody else`,
	changedFile: (file: string) => `rcondeck: ${file} is not as it was built: copy or install it again.\n`,
	missingPart: (name: string) => `The program has no ${name}.`,
};
