/** Themes; `auto` follows the background of the terminal. */
export const themes = ['auto', 'dark', 'light', 'high-contrast', 'colour-blind', 'plain'] as const;

const basicColours = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const;

/** The colors of the terminal. */
export const colours = [
	'gray',
	...basicColours,
	...basicColours.map(name => `${name}Bright` as const),
] as const;

/** The formats of alerts to a webhook; `auto` chooses by its host. */
export const alertFormats = ['auto', 'json', 'discord', 'slack'] as const;

/** How copied text reaches the terminal's clipboard; `off`: it is only written to a file. */
export const clipboards = ['osc52', 'tmux', 'screen', 'off'] as const;
