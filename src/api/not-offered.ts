import {ApiError, missingPermission} from '../contract/errors.ts';

/** True if nothing was executed because the path does not exist, as an endpoint or as a record. */
export const isNotThere = (error: unknown): error is ApiError =>
	error instanceof ApiError && (error.status === 404 || error.status === 405);

/** True if an extension that has never answered turns out to be missing. */
export function isNotOffered(error: unknown): error is ApiError {
	if (!(error instanceof ApiError)) return false;
	// These concern the credentials, not the endpoint.
	if (error.key === 'TEAM_NOT_FOUND' || missingPermission(error.key) !== undefined) return false;
	return [404, 405, 501].includes(error.status ?? 0);
}

/** True if the error proves that the endpoint exists: it checked the permission, the record or the body. */
export const isOffered = (error: unknown): boolean =>
	error instanceof ApiError &&
	((error.status === 403 && missingPermission(error.key) !== undefined) ||
		(error.key !== undefined && (error.status === 400 || error.status === 409)));
