/** The message broker between the instances of a service. */
export const brokerMessages = {
	cannotOpen: (problem: string) => `The message broker cannot be used: ${problem}.`,
	blocked: 'The broker accepts no messages for now.',
	queueDeleted: 'The queue was deleted.',
	closed: 'The broker closed the connection.',
	noCommands: 'The message broker cannot be reached, so the command was not sent. Try again later.',
	noEvents: 'The message broker cannot be reached, so events would be missing. Try again later.',
};
