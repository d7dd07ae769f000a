/** Problems with the keys in the configuration. */
export const keymapMessages = {
	sameAs: (written: string, same: string) => `terminals send ${written} as ${same}: choose another key`,
	notSent: (written: string) => `${written} does not reach rcondeck: choose another key`,
	noKey: (written: string) => `${written} is not a key: use one such as f, F, ctrl+f, space or pgdn`,
	suggestion: (names: string) => ` (did you mean ${names}?)`,
	noSuchCommand: (suggestion: string) =>
		`there is no such command${suggestion}: rcondeck keys --ids lists all commands`,
	renamed: (id: string, isSetToo: boolean) =>
		isSetToo ? `it is now called ${id}, which is also set and takes precedence` : `it is now called ${id}`,
	needsKey: 'it needs at least one key',
	notEverywhere: (key: string, keepsDefault: boolean) =>
		`${key} does not reach rcondeck in every terminal${keepsDefault ? ': the default key is kept as well' : ''}`,
	guarded: (keys: string) => `${keys} is protected and cannot be changed`,
	needsUppercase: (key: string) => `it changes servers: use an uppercase letter, not ${key}`,
	needsLowercase: (key: string) =>
		`uppercase letters are for commands that change servers: use a key other than ${key}`,
	escOnlyGoesBack: 'Esc only goes back: choose another key',
	typedHere: (key: string) => `${key} types a character here: choose a key such as ctrl+f`,
	taken: (key: string, id: string, title: string) =>
		`${key} is the key of ${id} (${title}): choose another key for one of them`,
	lost: (key: string, id: string, title: string, kept: string) =>
		`${key} is no longer the key of ${id} (${title}), which ${kept === '' ? 'is only in the palette now' : `keeps ${kept}`}`,
};
