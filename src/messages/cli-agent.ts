import {formatDuration} from '../lib/ago.ts';

/** `rcondeck agent` */
export const agentMessages = {
	description: 'Run the servers of this machine for a service elsewhere',
	serviceHelp: 'URL of the service',
	tokenFileHelp: 'File with the token that `rcondeck serve node add` printed there',
	nameHelp: 'Name of the node, instead of its name at the service',
	dataHelp: 'Data directory of the servers (default: that of the local service)',
	noToken: (file: string) =>
		`There is no token in ${file}. Create one with \`rcondeck serve node add\` at the service.`,
	wrongName: 'A name has 1 to 100 characters, without control characters.',
	starting: 'The agent is starting',
	linked: (url: string, node: string) => `Connected to ${url} as node ${node}`,
	lost: 'Not connected to the service',
	retry: (reason: string, retryMs: number) => `${reason} Next attempt in ${formatDuration(retryMs)}`,
	closed: 'The agent has ended. The servers continue to run',
};
