/** `rcondeck api` */
export const apiCommandMessages = {
	description: 'Send a request to any endpoint of the service',
	methodHelp: 'HTTP method, such as GET, POST or DELETE',
	pathHelp: 'Path relative to the base URL, such as /team/my',
	fileHelp: 'File with the JSON body (- for stdin)',
	dataHelp: 'JSON body',
	methodNeeded: 'Invalid method. Use one word, such as GET or POST.',
	verb: (method: string) => `api ${method}`,
};

/** `rcondeck image` */
export const imageMessages = {
	description: 'Download an image, such as the team icon',
	idHelp: 'Image ID, as `rcondeck team` shows it',
	outputHelp: 'Output file (default stdout, unless it is a terminal)',
	notForTerminal: 'Refusing to write an image to a terminal. Name a file with -o.',
	noType: 'unknown type',
	written: (file: string, bytes: number, type: string) => `Wrote ${file} (${bytes} bytes, ${type}).`,
};

/** `rcondeck info` */
export const infoMessages = {
	description: 'Show the version of the service',
	noVersion: 'unknown version',
};
