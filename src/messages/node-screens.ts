import {duration, key, message, type Message} from './text.ts';

/** Titles and help of the keys of nodes. */
export const nodeCommandMessages = {
	cancel: {
		title: 'Cancel node task',
		short: 'Cancel task',
		help: 'Choose a running task of the current node and open the dialog to cancel it',
	},
};

/** Nodes and their tasks. */
export const nodeMessages = {
	back: (age: string) => `back ${age} ago`,
	noneSelected: 'No node is selected.',
	tasksForbidden: (title: Message) => message`${title} ${key('app.refresh')} retries.`,
	tasksNotOffered: 'This service does not offer node tasks.',
	noTask: 'No task is running.',
	loggedOut: 'logged out',
	andMore: (more: number) => message`and ${more} more: ${key('rows.enter')} shows them`,
	task: (type: string | undefined) => `task ${type ?? 'of unknown type'}`,
	tasksNotRead: 'not loaded yet',
	up: (online: number) => `${online} up`,
	down: (offline: number) => `${offline} DOWN`,
	busy: (changing: number) => `${changing} busy`,
	unknown: (unknown: number) => `${unknown} unknown`,
	tasksRunning: (count: number) => `${count} running`,
	none: (team: string | undefined) => `${team ?? 'This team'} has no nodes.`,
	appearWhenListed: message`Nodes appear here when the service lists them. Press ${key('app.refresh')} to refresh.`,
	cancelTaskOf: (node: string | undefined) => `Cancel a task of ${node ?? 'the node'}`,
	taskNotCancellable: 'Its node does not allow canceling it.',
	taskEnded: (moment: Message) => message`ended ${moment}`,
	taskDueIn: (ms: number) => message`due in ${duration(ms)}`,
	taskDueNow: 'due now',
	taskStarted: (moment: Message) => message`started ${moment}`,
	taskStateNotSaid: 'state unknown',
	cancelsTask: message`${key('nodes.cancel')} cancels it`,
};
