import {ApiError, missingPermission} from '../contract/errors.ts';

/** True where nothing was carried out because there is nothing at the path, be it an endpoint or a record. */
export const isNotThere = (error: unknown): error is ApiError =>
	error instanceof ApiError && (error.status === 404 || error.status === 405);

/** True where an extension that has not answered before turns out not to be there. */
export function isNotOffered(error: unknown): error is ApiError {
	if (!(error instanceof ApiError)) return false;
	// These are about the credentials, wherever they are used.
	if (error.key === 'TEAM_NOT_FOUND' || missingPermission(error.key) !== undefined) return false;
	return [404, 405, 501].includes(error.status ?? 0);
}

/** True where an error is the answer of an endpoint that is there: it knows the permission, the record or the body. */
export const isOffered = (error: unknown): boolean =>
	error instanceof ApiError &&
	((error.status === 403 && missingPermission(error.key) !== undefined) ||
		(error.key !== undefined && (error.status === 400 || error.status === 409)));
