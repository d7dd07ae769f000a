/** Signs beside rows: the same in every theme, and explained in the help. */
export const signs = {
	/** The highlighted row. */
	cursor: '>',
	down: 'x',
	changing: '~',
	unknown: '?',
	selected: '*',
	/** A server whose console has unread entries. */
	unread: '+',
} as const;
