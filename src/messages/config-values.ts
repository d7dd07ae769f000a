/** Valid values of keys in config.toml. */
export const configValueMessages = {
	word: 'expected one word, without spaces, quotes, & and ;',
	colour: 'expected a color, such as red, redBright or "#ff8800"',
	oneOf: (words: readonly string[]) => `expected one of ${words.join(', ')}`,
	keys: 'expected a key or a list of keys, with the command ID in quotes, such as "list.sort" = "b"',
	bell: 'expected true, false or "notify"',
	updateUrl: 'expected a URL with https:// or http://',
	alertCommand: 'expected a list, the program first, such as ["notify", "--urgent"]',
	webhook:
		'the URL of a webhook is a secret; use webhook_file, webhook_command, credentials.toml or RCONDECK_ALERTS_WEBHOOK',
	command: 'expected a list of words, such as ["show", "{server.id}"]',
	commandName: 'expected a name of lowercase letters, digits and -, such as open-map',
	oneOfCommands: 'expected exactly one of rcon, rcondeck and shell',
	quietHours: 'expected two times, such as "23:00-07:00"',
	scrollback: {
		notWhole: 'expected a whole number from 100 to 300000',
		tooFew: 'expected at least 100 lines',
		tooMany: 'expected at most 300000 lines',
	},
	oneLine: 'expected one line',
};
