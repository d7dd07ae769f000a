/** What stands beside rows: the same in every theme, and explained in the help. */
export const signs = {
	/** Of the highlighted row. */
	cursor: '>',
	down: 'x',
	changing: '~',
	unknown: '?',
	selected: '*',
	/** Of a server whose console has unread entries. */
	unread: '+',
} as const;
