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
	noDestination: (from: string) => `${from} has no destinations. Use /topic/team/{teamId}.`,
	/** `known`: the existing profiles. */
	noProfile: (name: string, known: readonly string[], file: string) =>
		`There is no profile ${name}. ${known.length > 0 ? `Use one of ${known.join(', ')}.` : `Run \`rcondeck login ${name}\`, or add [profiles.${name}] to ${file}.`}`,
	profileExcludesUrl: (profile: string) => `Use either --profile ${profile} or --url, not both.`,
	noLocalServers: 'The local service has no servers. Add one with `rcondeck add`.',
	demoExcludes: (option: string) => `Use either --demo or ${option}, not both.`,
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
