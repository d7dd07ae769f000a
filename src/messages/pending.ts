import {message, type Message} from './text.ts';

/** What is pending on the servers of an action. */
export const pendingMessages = {
	label: 'Pending',
	/** `more`: servers that are not named. */
	on: (servers: readonly string[], more: number, line: Message): Message =>
		message`${servers.join(', ')}${more === 0 ? '' : ` and ${more} more`}: ${line}`,
	more: (count: number) => `and ${count} more`,
	/** `whose`: one of the texts below. */
	command: (command: string) => `\`${command}\``,
	line: (action: string, when: Message, whose: string): Message => message`${action} ${when} (${whose})`,
	when: (time: string, left: Message): Message => message`at ${time}, in ${left}`,
	atItsTurn: 'when its turn comes',
	session: 'scheduled in this session',
	node: 'reported by its node, sender unknown',
	/** `more`: the commands after it, such as the unbans of other bans for a time. */
	later: (more: number) => `sent by the service${more === 0 ? '' : `, ${more} more later`}`,
	job: (title: string) => `by the running job "${title}"`,
	automation: (name: string) => `by the automation "${name}"`,
	/** `taskId`: the task of the node. */
	cancelFirst: (taskId: string) => `To cancel it first: rcondeck task cancel ${taskId}`,
	/** A refusal that is certain before the request is sent. */
	conflict: (server: string, action: string, when: Message, errorKey: string): Message =>
		message`${server} already has a ${action} scheduled ${when}. The service would refuse this with ${errorKey}. Cancel it first.`,
};
