/** The help of `licenses`. */
export const licensesMessages = {
	description: 'Show the licenses of rcondeck and its packages',
};
