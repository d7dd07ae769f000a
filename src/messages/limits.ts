/** Limits of the team. */
export const limitMessages = {
	rconCommands: 'kept commands',
};
