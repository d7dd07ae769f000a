import {plural} from '../lib/plural.ts';

/** Tasks of nodes, and scheduled actions. */
export const taskMessages = {
	verb: 'Cancel task',
	description: 'Cancel a task',
	schedule: {
		title: (action: string | undefined, server: string) =>
			`Cancel the scheduled ${action ?? 'action'} of ${server}`,
		titleForSeveral: (count: number) => `Cancel the scheduled actions of ${plural(count, 'server')}`,
		servers: (count: number) => plural(count, 'server'),
		effect: (action: string | undefined) =>
			`The ${action ?? 'action'} is canceled; the players are not notified.`,
		notKnown: 'It is no longer scheduled: it may have started.',
		summary: (action: string | undefined, server: string) => `Cancel the ${action ?? 'action'} of ${server}`,
	},
	task: {
		title: (task: string | undefined) => `Cancel the task ${task ?? ''}`,
		target: (task: string | undefined, servers: readonly string[], node: string | undefined) => {
			const what = servers.length === 0 ? '' : ` for ${servers.join(', ')}`;
			return `${task ?? 'a task'}${what} on ${node ?? 'a node'}`;
		},
		/** `progress`: `40%`, or empty. */
		effect: (state: string | undefined, progress: string) =>
			`It is ${state ?? 'running'}${progress === '' ? '' : ` at ${progress}`}; its node stops it. Work already done is not undone.`,
		notRunning: 'It is no longer running: it may have ended.',
		summary: (type: string | undefined, id: string) => `Cancel the task ${`${type ?? ''} ${id}`.trim()}`,
	},
};
