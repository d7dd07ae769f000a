import type {ActionActivity, Activity} from '../../src/actions/activity.ts';
import type {ActionId} from '../../src/messages/actions.ts';

export const stateChange = (
	from: string | undefined,
	to: string | undefined,
	seenBy: 'poll' | 'feed' = 'poll',
) => ({type: 'stateChange', from, to, seenBy}) as const satisfies Activity;

/** A change of the node eu-1, which carries five servers. */
export const aNodeChange = (over: Partial<Extract<Activity, {type: 'nodeChange'}>> = {}) => ({
	type: 'nodeChange' as const,
	nodeId: 'n1',
	node: 'eu-1',
	from: 'ONLINE',
	to: 'OFFLINE',
	servers: 5,
	players: 34,
	...over,
});

/** An accepted action on one server. */
export const anAction = (action: ActionId, over: Partial<ActionActivity> = {}): ActionActivity => ({
	type: 'action',
	action,
	operationId: 'o1',
	targetCount: 1,
	input: {},
	outcome: 'accepted',
	...over,
});

/** The service's report on a server. */
export const aReport = (text: string, isFailure = false) =>
	({type: 'report', isFailure, text}) as const satisfies Activity;
