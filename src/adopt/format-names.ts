/** The formats of files with servers. `rcon-cli`: of both programs with this name. */
export const sourceFormats = [
	'toml',
	'csv',
	'compose',
	'linuxgsm',
	'rcon-cli',
	'mcrcon',
	'arrcon',
	'game-settings',
] as const;
export type SourceFormat = (typeof sourceFormats)[number];
