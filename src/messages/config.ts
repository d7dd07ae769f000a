import {example} from './action-words.ts';
/** `warning` and `note`: it works, but the user should know. */
export type ProblemLevel = 'problem' | 'warning' | 'note';

/** Problems of configuration files and of names used in them. */
export const configFileMessages = {
	unknownKey: (key: string) => `unknown key ${key}`,
	noDefaultProfile: (name: string) => `there is no profile ${name}`,
	wrongValue: (problem: string) => `Invalid value. ${problem}.`,
	noSuchSetting: (name: string, near: readonly string[], known: readonly string[]) =>
		`There is no setting ${name}. ${
			near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `Settings: ${known.join(', ')}.`
		}`,
	noToml: 'invalid TOML',
	noTomlIn: (file: string, line: string | undefined) =>
		`${file} is not valid TOML${line === undefined ? '' : ` (line ${line})`}. Fix the syntax.`,
	/** `key`: the invalid key, or empty for the entire file. */
	refused: (file: string, key: string, reason: string | undefined) =>
		`${file}: ${key === '' ? '' : `${key}: `}${reason ?? 'invalid value'}. Fix or remove it.`,
	unknownKeyIn: (file: string, key: string) =>
		`${file}: unknown key ${key}. Fix or remove it; if a newer rcondeck wrote it, update rcondeck.`,
	noUrl: (profile: string, table: string) => `Profile ${profile} has no url. Set it in ${table}.`,
	noTheme: (from: string, themes: readonly string[]) =>
		`Unknown theme in ${from}. Use one of ${themes.join(', ')}.`,
	noSuchTheme: (themes: readonly string[]) => `theme: expected one of ${themes.join(', ')}`,
	unusableTheme: (name: string) =>
		`Theme ${name} has problems. Run \`rcondeck config check\` for their lines.`,
	noDestination: (from: string) => `${from} has no destinations. Use /topic/team/{teamId}.`,
	/** `known`: the existing profiles. */
	noProfile: (name: string, known: readonly string[], file: string) =>
		`There is no profile ${name}. ${known.length > 0 ? `Use one of ${known.join(', ')}.` : `Run \`rcondeck login ${name}\`, or add [profiles.${name}] to ${file}.`}`,
	profileExcludesUrl: (profile: string) => `Use either --profile ${profile} or --url, not both.`,
	noLocalServers: 'The local service has no servers. Add one with `rcondeck add`.',
	demoExcludes: (option: string) => `Use either --demo or ${option}, not both.`,
	addressExcludes: (option: string) => `Use either --address or ${option}, not both.`,
};

/** Why a file cannot be trusted, with the command that fixes it. */
export const privacyMessages = {
	foreignFile: (file: string) => `${file} belongs to another user; run chown on it`,
	readable: (file: string) => `other users can read ${file}; run chmod 600 on it`,
	writable: (file: string) => `other users can change ${file}; run chmod 600 on it`,
	foreignFolder: (folder: string) => `the directory ${folder} belongs to another user: run chown on it`,
	writableFolder: (folder: string) => `other users can change the directory ${folder}; run chmod 700 on it`,
	notUsed: (file: string, problem: string) => `${file} is not used: ${problem}.`,
};

/** Valid values of keys in config.toml. */
export const configValueMessages = {
	word: 'expected one word, without spaces, quotes, & or ;',
	theme: {
		truecolor: 'expected six hexadecimal digits, such as "#ff8800"',
		indexed: 'expected the number of one of the 256 colors, 16 to 255',
		named: 'expected a color of the terminal, such as red or redBright',
		colorName: 'expected a name of lowercase letters, digits and hyphens',
		unknownWord: (word: string) =>
			`unknown word ${JSON.stringify(word)}; use bold, dim, inverse, underline or a color of both [dark] and [light]`,
	},
	color: 'expected a color, such as red, redBright or "#ff8800"',
	oneOf: (words: readonly string[]) => `expected one of ${words.join(', ')}`,
	keys: 'expected a key or a list of keys, with the command ID in quotes, such as "list.sort" = "b"',
	bell: 'expected true, false or "notify"',
	updateUrl: 'expected a URL with https:// or http://',
	alertCommand: 'expected a list, the program first, such as ["notify", "--urgent"]',
	webhook:
		'the URL of a webhook is a secret; use webhook_file, webhook_command, credentials.toml or RCONDECK_ALERTS_WEBHOOK',
	command: 'expected a list of words, such as ["show", "{server.id}"]',
	commandName: 'expected a name of lowercase letters, digits and hyphens, such as open-map',
	oneOfCommands: 'expected exactly one of rcon, rcondeck and shell',
	state: 'expected a state, such as UPDATING',
	quietHours: 'expected two times, such as "23:00-07:00"',
	scrollback: {
		notWhole: 'expected a whole number from 100 to 300000',
		tooFew: 'expected at least 100 lines',
		tooMany: 'expected at most 300000 lines',
	},
	oneLine: 'expected one line',
	triggerCommand: 'act = "command" needs a command; other values take none',
};

/** Problems with the URL of a webhook. No part of the URL is quoted. */
export const webhookMessages = {
	several: (sources: readonly string[]) =>
		`The alerts webhook is set in ${sources.join(' and ')}. Keep only one of them.`,
	noFile: (file: string) => `The webhook_file ${file} does not exist. Create it with the URL in it.`,
	commandFailed: 'The webhook_command failed. Run it in a shell to see why.',
	noUrl: (from: string) => `${from} does not contain a URL that starts with https:// or http://.`,
};

/** URLs of the service and its feed. `from`: where the URL is set. */
export const addressMessages = {
	hasQuery: (from: string) => `The URL in ${from} has a query or fragment. Use only the base URL.`,
	noUrl: (from: string, example: string) => `The URL in ${from} is invalid. Use the form ${example}.`,
	hasPassword: (from: string) =>
		`The URL in ${from} contains a user name or password. Remove it and set RCONDECK_TOKEN instead.`,
	wrongScheme: (from: string, schemes: readonly string[], example: string) =>
		`The URL in ${from} must start with ${schemes.join(' or ')}, such as ${example}.`,
	unencrypted: (host: string, better: string) =>
		`Credentials and commands are sent to ${host} unencrypted. Use ${better} if the service supports it.`,
	notEncrypted: (host: string, better: string) =>
		`Credentials and commands would be sent to ${host} unencrypted. Use ${better}, or set allow_plain_http = true in config.toml or RCONDECK_ALLOW_PLAIN_HTTP=1.`,
	tlsUnverified:
		'Certificates are not verified (NODE_TLS_REJECT_UNAUTHORIZED=0), so anyone on the network can read and change commands and credentials.',
	tlsNotVerified:
		'NODE_TLS_REJECT_UNAUTHORIZED=0 disables the verification of certificates. Unset it and add your authority with NODE_EXTRA_CA_CERTS, or set allow_insecure_tls = true in config.toml or RCONDECK_ALLOW_INSECURE_TLS=1.',
	unverifiedLabel: (label: string) => `unverified ${label}`,
};

/** Credentials, and the hosts that may receive them. */
export const credentialMessages = {
	severalSources: (profile: string, sources: readonly string[]) =>
		`Profile ${profile} has ${sources.join(' and ')}. Keep only one of them.`,
	tokenCommand: (profile: string) => `the token_command of profile ${profile}`,
	noTokenFile: (file: string) => `The token_file ${file} does not exist. Create it with the token in it.`,
	severalKinds: (names: readonly string[]) =>
		`${names.join(' and ')} are both set. Keep one kind of credentials.`,
	incomplete: (given: string, missing: string) => `${given} is set without ${missing}. Set both.`,
	empty: (from: string) => `${from} is empty. It must contain a token.`,
	noHeader: (from: string) =>
		`${from} contains characters that are invalid in an HTTP header. Use one line of ASCII.`,
	tokenCommandFailed: (profile: string) =>
		`The token_command of profile ${profile} failed. Run it in a shell to see why.`,
	tokenCommandTooLate: (profile: string, seconds: number) =>
		`The token_command of profile ${profile} did not end within ${seconds}s and was killed. Run it in a shell to see why.`,
	noService: 'Credentials are set, but no service. Set RCONDECK_URL too.',
	otherService: (profile: string) =>
		`The credentials of profile ${profile} are not sent to another service. Set RCONDECK_TOKEN for this one.`,
	otherFeedHost: (profile: string, host: string) =>
		`The credentials of profile ${profile} are not sent to the feed on ${host}. Unset RCONDECK_FEED_URL, set url in [profiles.${profile}.feed], or set RCONDECK_TOKEN.`,
	feedOfProfile: (service: string, host: string, profile: string) =>
		`The credentials for ${service} are not sent to ${host}, the feed of profile ${profile}. Set RCONDECK_FEED_URL to the feed of this service, or to off.`,
};

/** `rcondeck completion` */
export const completionMessages = {
	description: 'Print a shell completion script',
	examples: [
		example(
			'Enable completion in Bash (add this line to ~/.bashrc to keep it)',
			'source <(rcondeck completion bash)',
		),
		example(
			'Enable completion in fish',
			'rcondeck completion fish > ~/.config/fish/completions/rcondeck.fish',
		),
		example('Enable completion in zsh', 'rcondeck completion zsh > "${fpath[1]}/_rcondeck"'),
	],
	shellHelp: 'Shell: bash, zsh or fish',
	/** Values of `--state` besides the states themselves. */
	phases: {
		up: 'servers that are up',
		down: 'servers that are down',
		busy: 'servers starting, stopping or restarting',
		unknown: 'servers in an unknown state',
	},
};

/** `rcondeck config` */
export const configCommandMessages = {
	description: 'Show, check and change the configuration',
	examples: [
		example('Show every value and its origin', 'rcondeck config show'),
		example('Check the files', 'rcondeck config check'),
	],
	get: {
		description: 'Print one value of the configuration',
		examples: [example('Print the URL of the service', 'rcondeck config get url')],
	},
	noSuchValue: (name: string, near: readonly string[]) =>
		`There is no value ${name}. ${near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'Run `rcondeck config show` for a list.'}`,
	show: {
		description: 'Show every value and its origin, without secrets',
		examples: [example('Show the values of one profile', 'rcondeck config show --profile prod')],
	},
	path: {
		description: 'Show the paths of the files',
		examples: [example('Open the file in an editor', '$EDITOR "$(rcondeck config path | head -1)"')],
	},
	check: {
		description: 'Check the files and list problems by line',
		examples: [example('Check the files before a rollout', 'rcondeck config check')],
	},
	noFile: 'No configuration files found.',
	noProblem: (files: string) => `No problems in ${files}.`,
	noUrl: {local: 'none (the local service)', demo: 'none (the TUI opens the demo)'},
	credentials: (kind: string) => `${kind} (hidden)`,
	alertCommand: (command: string) => `command ${command}`,
	alertWebhook: (from: string) => `webhook (hidden) of ${from}`,
	secretIsSet: 'set (hidden)',
};

/** `rcondeck config set` and `rcondeck config edit` */
export const configChangeMessages = {
	set: {
		description: 'Set a value in config.toml, keeping comments',
		examples: [
			example('Set the theme', 'rcondeck config set theme solarized'),
			example('Set the label of a profile', 'rcondeck config set profiles.prod.label PROD'),
		],
	},
	unset: {
		description: 'Remove a value from config.toml, keeping comments',
		examples: [example('Use the default theme again', 'rcondeck config unset theme')],
	},
	keyHelp: 'Setting, such as theme, poll_seconds, profiles.prod.label or aliases.lp',
	valueHelp: 'Value as text or TOML: dark, 10s, true, \'["a", "b"]\'',
	edit: {
		description: 'Edit config.toml in $VISUAL or $EDITOR, and check it',
		examples: [example('Edit config.toml in your editor', 'rcondeck config edit')],
	},
	notInPlace: (name: string, file: string) =>
		`${name} cannot be changed in ${file} without rewriting it. Use rcondeck config edit. The file is unchanged.`,
	notChanged: (name: string, problem: string) =>
		`${name} was not changed: ${problem}. The file is unchanged.`,
	done: (name: string, file: string) => `Set ${name} in ${file}.`,
	wasUnset: (name: string, file: string) => `Removed ${name} from ${file}.`,
	newFile: '# Settings of rcondeck. See rcondeck help config, and rcondeck config check.\n',
	unchanged: 'Nothing was edited. The file is unchanged.',
	problem: (line: number | undefined, problem: string) =>
		line === undefined ? `${problem}.` : `Line ${line}: ${problem}.`,
	editAgain: 'Edit again? [Y/n] ',
	refused: (file: string, draft: string) => `${file} is unchanged. Your edit is in ${draft}.`,
	changedMeanwhile: (file: string, draft: string) =>
		`${file} was changed by another program during the edit. It was not replaced. Your edit is in ${draft}.`,
	saved: (file: string) => `Saved ${file}.`,
};

/** `rcondeck keys` */
export const keysMessages = {
	description: 'List the keys of the TUI',
	examples: [example('List keys with the IDs for config.toml', 'rcondeck keys --ids')],
	idsHelp: 'Include the command IDs to use under [keys] in config.toml',
};
