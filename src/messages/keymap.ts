/** What is wrong with the keys of the configuration. */
export const keymapMessages = {
	sameAs: (written: string, same: string) => `terminals send ${written} as ${same}: choose another key`,
	notSent: (written: string) => `${written} does not reach the deck: choose another key`,
	noKey: (written: string) => `${written} is not a key: write for example f, F, ctrl+f, space or pgdn`,
	suggestion: (names: string) => `, the nearest is ${names}`,
	noSuchCommand: (suggestion: string) =>
		`there is no such command${suggestion}: rcondeck keys --ids names them all`,
	renamed: (id: string, isSetToo: boolean) =>
		isSetToo ? `it is called ${id} now, which is set as well and wins` : `it is called ${id} now`,
	needsKey: 'it needs a key: a command cannot be left without one',
	notEverywhere: (key: string, isAlone: boolean) =>
		`${key} does not reach the deck in every terminal${isAlone ? ': its own key stays besides' : ''}`,
	guarded: (keys: string) => `${keys} is guarded against slips, and stays`,
	needsUppercase: (key: string) => `it acts on servers: give it an uppercase letter, not ${key}`,
	needsLowercase: (key: string) =>
		`it only looks, and uppercase letters act: give it another key than ${key}`,
	escOnlyGoesBack: 'Esc only goes back: choose another key',
	typedHere: (key: string) => `${key} is typed where this works: choose a key such as ctrl+f`,
	taken: (key: string, id: string, title: string) =>
		`${key} is the key of ${id} (${title}): give that one another key, or choose another here`,
};
