import type {Endpoint} from '../../contract/endpoint.ts';
import {endpoints, type Api, type EndpointName} from '../../contract/endpoints/index.ts';
import {ApiError, missingPermission} from '../../contract/errors.ts';
import {printableLine} from '../../lib/text.ts';

type Learned = (permission: string, standing: 'held' | 'lacking') => void;

/**
Returns a client that reports what its answers show about the permissions of these credentials. No endpoint lists the
permissions of a token, but every answer proves something.
*/
export function learnPermissions(api: Api, onLearned: Learned): Api {
	return new Proxy(api, {
		get: (target, name) => {
			const method: unknown = Reflect.get(target, name);
			if (typeof method !== 'function' || typeof name !== 'string') return method;
			return async (...args: unknown[]): Promise<unknown> => {
				try {
					const answer: unknown = await Reflect.apply(method, target, args);
					const permission = permissionOf(name);
					if (permission !== undefined) onLearned(permission, 'held');
					return answer;
				} catch (error) {
					const lacking = error instanceof ApiError ? missingPermission(error.key) : undefined;
					if (lacking !== undefined) onLearned(printableLine(lacking), 'lacking');
					throw error;
				}
			};
		},
	});
}

/** Each row is used by its own method, so that its schemas are loaded anyway. */
function permissionOf(method: string): string | undefined {
	const row: Endpoint | undefined = Reflect.has(endpoints, method)
		? endpoints[method as EndpointName]
		: undefined;
	return row?.permission;
}
