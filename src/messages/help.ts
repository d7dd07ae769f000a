/** Headings and lines of the help. */
export const helpMessages = {
	severalServers: 'Answers of several servers',
	screens: 'Nodes, automations, runs and team',
	details: 'Details of a node, an automation, a run or a member',
	automations: 'Automations and runs',
	input: 'RCON input and every text field',
	historySearch: 'History search',
	paste: 'Review of pasted lines',
	menus: 'Lists of choices',
	help: 'This help',
	helpAndBlocked: (help: string, blocked: string) =>
		`${help}${help.endsWith('.') ? '' : '.'} Now: ${blocked}`,
};
