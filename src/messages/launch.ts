/** Failures to start the program. */
export const launchMessages = {
	changedFile: (file: string) =>
		`rcondeck: ${file} is missing, damaged or from another version. Try again; if that does not help, reinstall rcondeck.\n`,
};
