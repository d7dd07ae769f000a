import type {LinkOrder} from '../contract/models/link.ts';

const carriedOut: Record<LinkOrder['kind'], string> = {
	start: 'started',
	stop: 'stopped',
	restart: 'restarted',
	schedule: 'scheduled for a stop or restart',
	later: 'given a scheduled command',
	cancel: 'changed: its scheduled action stays',
	backUp: 'backed up',
	rollBack: 'restored',
	deleteBackup: 'changed: its backup stays',
};

const named: Record<LinkOrder['kind'], string> = {
	start: 'start',
	stop: 'stop',
	restart: 'restart',
	schedule: 'scheduled stop or restart',
	later: 'scheduled command',
	cancel: 'end of the scheduled action',
	backUp: 'backup',
	rollBack: 'restore of a backup',
	deleteBackup: 'deletion of a backup',
};

// During an upgrade, an instance may meet an order that only the next version knows.
const outcomeOf = (kind: LinkOrder['kind']) =>
	Object.hasOwn(carriedOut, kind) ? carriedOut[kind] : 'changed';
const actionOf = (kind: LinkOrder['kind']) => (Object.hasOwn(named, kind) ? named[kind] : 'requested action');

/** The connection between the agent of a machine and its service. */
export const linkMessages = {
	refusedOrder: {
		title: 'Action not carried out',
		message: (server: string, kind: LinkOrder['kind'], why: string) =>
			`${server} was not ${outcomeOf(kind)}. ${why}`,
	},
	unknownResult: {
		title: 'Result unknown',
		message: (server: string, kind: LinkOrder['kind'], node: string) =>
			`It is not known whether the ${actionOf(kind)} of ${server} was carried out: the agent of ${node} did not ` +
			'confirm it within 10 minutes. Check the server before you repeat it. It will not be sent again.',
	},
	lateResult: {
		title: 'Late confirmation',
		message: (server: string, kind: LinkOrder['kind'], node: string) =>
			`The agent of ${node} confirmed the ${actionOf(kind)} of ${server}, whose result was unknown.`,
	},
	removeThere: 'This server runs on another machine. Remove it there with `rcondeck remove`.',
	settingsThere: 'This server runs on another machine. Change its settings there.',
	updateThere: 'This node runs on another machine. Update rcondeck there.',
	connectsAgain: 'The agent of this server is reconnecting, so the command was not sent. Try again.',
	notLinked: 'This node has no agent on another machine.',
	unknownOrder: 'Its agent does not know this action. Update rcondeck on that machine.',
	taskLost: 'The agent no longer has this task.',
	replaced: 'Another agent connected with the same token.',
	otherRecords: (node: string) =>
		'This node belongs to another machine or data directory, whose servers would be replaced. ' +
		`To replace them, run \`rcondeck serve node token\` for ${node} where the service runs.`,
	noNode: 'The service has no such node.',
	revoked: 'The token of this node was revoked.',
	agentIsTooOld: 'Its agent is too old for this service. Update rcondeck on that machine.',
	serviceIsTooOld: 'This service is too old for its agent. Update rcondeck here.',
	otherMachine: (node: string) =>
		'Its agent is on another machine or data directory, whose servers would replace those of the node. ' +
		`To replace them, run \`rcondeck serve node token ${node}\`.`,
	agentTooOld: 'This agent is too old for the service. Update rcondeck on this machine.',
	serviceTooOld: 'The service is too old for this agent. Update rcondeck where the service runs.',
	invalidMessage: (where: string) =>
		`The agent sent a message that the service does not understand (${where}).`,
	invalidAnswer: (where: string) =>
		`The service sent a message that the agent does not understand (${where}).`,
	foreignServer: (id: string) =>
		`The server ${id} belongs to another node. Each machine needs its own records.`,
	foreignTask: (id: string) => `The task ${id} belongs to another node.`,
	early: 'The agent did not identify itself.',
	/** The setting with the address. */
	setting: '--service',
	silent: 'The service does not answer.',
	closed: 'The service closed the connection.',
	slept: 'The machine was asleep.',
	notAgent: (status: number) =>
		`The service answered with status ${status}. Check the URL and the service's version.`,
	badToken:
		'The service refused the token. Create one with `rcondeck serve node add NAME` where the service runs.',
};
