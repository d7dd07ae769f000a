import type {Between} from './service-of-app.ts';

/** More arguments than one call accepts. */
export const many = 150_000;

export const manyOf = <Item>(make: (index: number) => Item): Item[] =>
	Array.from({length: many}, (_, index) => make(index));

/** A console response with this many lines. */
export const manyLines = manyOf(index => `line ${index}`).join('\n');

export const manyFields = () => Object.fromEntries(manyOf(index => [`field${index}`, index]));

const longParts: readonly [end: RegExp, body: () => unknown][] = [
	[
		/\/node-1\/task$/,
		() =>
			manyOf(index => ({
				id: `task-${index}`,
				type: 'BACKUP',
				state: 'PENDING',
				nodeId: 'node-1',
				targetIds: ['alpha'],
			})),
	],
	[
		/\/server\/alpha\/rcon$/,
		() => ({
			serverId: 'alpha',
			command: {command: 'status', response: manyLines, commandId: 'x', timestamp: 5},
		}),
	],
];

/** A service that has a node with 150,000 tasks and a console that answers with 150,000 lines. */
export const longService: Between = async (request, service) => {
	const body = longParts.find(([end]) => end.test(new URL(request.url).pathname))?.[1];
	return body ? Response.json(body()) : service();
};
