/** What a key of config.toml takes. */
export const configValueMessages = {
	word: 'expected one word, without spaces, quotes, & and ;',
	colour: 'expected a color, such as red, redBright or "#ff8800"',
	oneOf: (words: readonly string[]) => `expected one of ${words.join(', ')}`,
	keys: 'expected a key or a list of keys, with the id in quotes: "list.sort" = "b"',
	bell: 'must be true, false or "notify"',
	scrollback: {
		notWhole: 'expected a whole number from 100 to 300000',
		tooFew: 'too few: from 100 to 300000 lines can be kept of each console',
		tooMany: 'too many: from 100 to 300000 lines can be kept of each console',
	},
	oneLine: 'one line only',
};
