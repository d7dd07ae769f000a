/** Titles and help of the keys of a filter. */
export const filterCommandMessages = {
	keep: {title: 'keep', help: 'Keeps the filter and returns to the list.'},
	clear: {title: 'clear', help: 'Clears the filter.'},
};

/** What is wrong with a filter. */
export const filterMessages = {
	noSuchField: (name: string, fields: string) => `There is no field ${name}: ${fields}.`,
	notRegex: (source: string, problem: string) => `/${source}/ is not a regular expression: ${problem}.`,
	wantsNumber: (name: string) => `${name} wants a number: ${name}>0, ${name}=0, ${name}<=10.`,
};
