/** Switching to another profile inside a session. */
export const profileMessages = {
	menu: 'Switch to profile',
	item: (name: string, label: string) => (label === name ? name : `${name}   ${label}`),
	noSuchProfile: (name: string, names: readonly string[]) =>
		`There is no profile ${name}. ${names.length > 0 ? `Profiles: ${names.join(', ')}.` : 'config.toml has none.'}`,
	alreadyOpen: (name: string) => `Profile ${name} is already open.`,
	cannotOpen: (name: string, problem: string) => `Profile ${name} cannot be opened: ${problem}`,
	switchAnyway: (lost: string, name: string) => `${lost} Choose profile ${name} again to switch anyway.`,
	palette: {
		usage: 'profile [NAME]',
		help: 'Close this session and open one on another profile',
	},
	line: {takes: '[NAME]', help: 'Close this session and open one on another profile; asks which'},
};
