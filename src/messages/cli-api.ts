/** `rcondeck api` */
export const apiCommandMessages = {
	description: 'Call any endpoint with the credentials of the profile',
	methodHelp: 'GET, POST, DELETE ...',
	pathHelp: 'relative to the base URL, such as /team/my',
	fileHelp: 'send this file as the JSON body; - reads stdin',
	dataHelp: 'send this JSON body',
	methodNeeded: 'The method is one word, such as GET or POST.',
	verb: (method: string) => `api ${method}`,
};

/** `rcondeck image` */
export const imageMessages = {
	description: 'Fetch an image, such as the icon of the team',
	idHelp: 'the id of the image',
	outputHelp: 'output file; by default stdout, if that is not a terminal',
	notForTerminal: 'An image is nothing for a terminal: name a file with -o.',
	noType: 'no type given',
	written: (file: string, bytes: number, type: string) => `${file}: ${bytes} bytes, ${type}.`,
};

/** `rcondeck info` */
export const infoMessages = {
	description: 'Show the version of the service',
	noVersion: 'no version given',
};
