/** A command line for the shell of this system, as `spawn` takes it. */
export type ShellCommand = {
	program: string;
	args: readonly string[];
	options: {windowsVerbatimArguments?: true};
};

/** `file`: the last argument of the command line, if it has one. */
export function shellCommand(command: string, file?: string, platform = process.platform): ShellCommand {
	if (platform !== 'win32') {
		const args = file === undefined ? ['-c', command] : ['-c', `${command} "$1"`, command, file];
		return {program: 'sh', args, options: {}};
	}
	// With /s, cmd.exe removes the outer quotes and reads the rest as it is. (cmd /?) Node would escape the inner ones.
	const line = file === undefined ? command : `${command} "${file}"`;
	return {
		program: process.env['ComSpec'] ?? 'cmd.exe',
		args: ['/d', '/s', '/c', `"${line}"`],
		options: {windowsVerbatimArguments: true},
	};
}
