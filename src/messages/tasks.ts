/** Tasks of nodes, and what they have scheduled. */
export const taskMessages = {
	verb: 'Cancel it',
	description: 'Call a task off',
	schedule: {
		title: (action: string | undefined, server: string) =>
			`Cancel the scheduled ${action ?? 'act'} of ${server}`,
		effect: (action: string | undefined) => `The ${action ?? 'act'} is called off; the players are not told.`,
		notKnown: 'No such act is known any more: it may have begun.',
		summary: (action: string | undefined, server: string) => `Cancel the ${action ?? 'act'} of ${server}`,
	},
	task: {
		title: (task: string | undefined) => `Cancel the task ${task ?? ''}`,
		target: (task: string | undefined, servers: readonly string[], node: string | undefined) => {
			const what = servers.length === 0 ? '' : ` for ${servers.join(', ')}`;
			return `${task ?? 'a task'}${what} on ${node ?? 'a node'} of`;
		},
		/** `progress`: `40%`, or empty. */
		effect: (state: string | undefined, progress: string) =>
			`It is ${state ?? 'under way'}${progress === '' ? '' : ` at ${progress}`}; its node stops it. What it has done already stays done.`,
		notRunning: 'It is not known to be under way any more: it may have ended.',
		summary: (type: string | undefined, id: string) => `Cancel the task ${`${type ?? ''} ${id}`.trim()}`,
	},
};
