const listed = (names: readonly string[]) => names.join(', ');

/** The local service in a process that ends. */
export const localServiceMessages = {
	waiting: 'Waiting until the action is carried out. Ctrl-C leaves the rest to the next rcondeck.',
	scheduled: (names: readonly string[]) =>
		`The scheduled action on ${listed(names)} is carried out only while rcondeck or \`rcondeck serve\` runs.`,
	continues: (names: readonly string[]) =>
		`${listed(names)} ${names.length === 1 ? 'continues' : 'continue'} to run without rcondeck.`,
};
