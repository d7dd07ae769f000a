/** `rcondeck serve node` */
export const serveNodeMessages = {
	description: 'Manage machines whose servers run with `rcondeck agent`',
	dataHelp: 'Data directory of the service (default: that of the local profile)',
	listDescription: 'List the machines',
	none: 'No machines yet. Add one with: rcondeck serve node add NAME',
	lastAliveHeader: 'LAST ALIVE',
	problemHeader: 'PROBLEM',
	addDescription: 'Add a machine and print the token of its agent once',
	nameHelp: 'Name of the machine',
	added: (name: string) =>
		`Node ${name} added. Put the token into a file on that machine, and run the agent there:`,
	renewed: (name: string) => `New token of the node ${name}. The previous one is revoked.`,
	command: (url: string | undefined) => `  rcondeck agent --service ${url ?? 'URL'} --token-file FILE`,
	/** The service cannot know how others reach it. */
	whichUrl: 'Replace URL with the address of this service. The token is not shown again.',
	tokenDescription: 'Replace the token of a machine and print the new one once',
	nodeHelp: 'Name or ID of the machine',
	where: 'List machines with: rcondeck serve node list',
	removeDescription: 'Remove a machine and its servers from the service, and revoke its token',
	removeVerb: 'serve node remove',
	tokenVerb: 'serve node token',
	removeSummary: (name: string) =>
		`Remove the node ${name} and its servers from this service; they continue to run`,
	tokenSummary: (name: string) => `Revoke the token of the node ${name} and create a new one`,
	removed: (name: string) => `Node ${name} removed.`,
};
