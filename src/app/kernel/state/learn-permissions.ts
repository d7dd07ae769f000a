import type {Middleware} from '../../../contract/call.ts';
import {ApiError, missingPermission} from '../../../contract/errors.ts';
import {printableLine} from '../../../lib/text/text.ts';
import type {Services} from './services.ts';

/**
Records in state what answers show about the permissions of these credentials. No endpoint lists the permissions of a token, but
every answer proves something.
*/
export const learnPermissions =
	({dispatch}: Pick<Services['store'], 'dispatch'>): Middleware =>
	async (call, next) => {
		try {
			const answer = await next(call);
			const permission = call.row?.permission;
			if (permission !== undefined) dispatch({type: 'access/learned', permission, standing: 'held'});
			return answer;
		} catch (error) {
			const lacking = error instanceof ApiError ? missingPermission(error.key) : undefined;
			if (lacking !== undefined)
				dispatch({type: 'access/learned', permission: printableLine(lacking), standing: 'lacking'});
			throw error;
		}
	};
