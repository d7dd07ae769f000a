/** Limits of the team. */
export const limitMessages = {
	rconCommands: 'stored commands',
};
