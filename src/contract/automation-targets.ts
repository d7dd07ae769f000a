import * as z from 'zod';
import type {GameServer} from './models/server.ts';
import {isSameState} from './states.ts';

/*
The shape of a target selector is not public. The local service reads a list of ids, `{serverIds}`, `{ids}`, `{all: true}` or
`{triggerSource: true}` (the server whose state change started the run), and the filters `name` (a part of it in any case),
`gameType`, `nodeId` and `state`, which can be combined. A state has any of its names: ONLINE is RUNNING.
*/
const ids = z.array(z.string());
export const Selector = z.looseObject({
	serverIds: ids.optional(),
	ids: ids.optional(),
	all: z.boolean().optional(),
	triggerSource: z.boolean().optional(),
	name: z.string().optional(),
	gameType: z.string().optional(),
	nodeId: z.string().optional(),
	state: z.string().optional(),
});

/** Returns the ids of the servers that a selector selects; none if the selector is invalid. */
export function targetsOf(
	selector: unknown,
	servers: readonly Pick<GameServer, 'id' | 'displayName' | 'gameType' | 'nodeId' | 'state'>[],
	sourceId: string | undefined,
): string[] {
	const list = ids.safeParse(selector);
	const read = list.success ? {success: true as const, data: {ids: list.data}} : Selector.safeParse(selector);
	if (!read.success) return [];
	const selected = {...Selector.parse({}), ...read.data};
	const {all, triggerSource, name, gameType, nodeId, state} = selected;
	const source = sourceId === undefined ? [] : [sourceId];
	const named = triggerSource ? source : (selected.serverIds ?? selected.ids);
	const filters = name !== undefined || gameType !== undefined || nodeId !== undefined || state !== undefined;
	if (named === undefined && all !== true && !filters) return [];
	return servers
		.filter(server => named === undefined || named.includes(server.id))
		.filter(
			({displayName = ''}) => name === undefined || displayName.toLowerCase().includes(name.toLowerCase()),
		)
		.filter(server => gameType === undefined || server.gameType === gameType)
		.filter(server => nodeId === undefined || server.nodeId === nodeId)
		.filter(server => state === undefined || isSameState(server.state, state))
		.map(({id}) => id);
}
