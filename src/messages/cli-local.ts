const listed = (names: readonly string[]) => names.join(', ');

/** Reports of a command that closes the local service. */
export const localServiceMessages = {
	waiting: 'Waiting for the action to finish. Ctrl-C leaves the rest to the next rcondeck process.',
	scheduled: (names: readonly string[]) =>
		`The scheduled action on ${listed(names)} is carried out only while rcondeck or \`rcondeck serve\` is running.`,
	continues: (names: readonly string[]) =>
		`${listed(names)} ${names.length === 1 ? 'continues' : 'continue'} to run without rcondeck.`,
};
