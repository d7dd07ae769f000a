/** What a key of config.toml takes. */
export const configValueMessages = {
	word: 'one word is meant, without spaces, quotes, & and ;',
	colour: 'a colour is meant, such as red, redBright or "#ff8800"',
	oneOf: (words: readonly string[]) => `one of ${words.join(', ')} is meant`,
	keys: 'a key or a list of keys is meant; the id stands in quotes: "list.sort" = "b"',
	bell: 'must be true, false or "notify"',
	scrollback: {
		notWhole: 'a whole number is meant, from 100 to 300000',
		tooFew: 'too few: from 100 to 300000 lines can be kept of each console',
		tooMany: 'too many: from 100 to 300000 lines can be kept of each console',
	},
	oneLine: 'one line only',
};
