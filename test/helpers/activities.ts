import type {ActionActivity, Activity} from '../../src/actions/activity.ts';
import type {ActionId} from '../../src/actions/ids.ts';

export const stateChange = (
	from: string | undefined,
	to: string | undefined,
	seenBy: 'poll' | 'feed' = 'poll',
) => ({type: 'stateChange', from, to, seenBy}) as const satisfies Activity;

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

/** An activity of an earlier version, which only has a sentence. */
export const aText = (text: string, tone: 'state' | 'act' | 'failure' = 'act') =>
	({type: 'text', tone, text}) as const satisfies Activity;
