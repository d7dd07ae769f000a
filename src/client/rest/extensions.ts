import type {Middleware} from '../../contract/call.ts';
import type {EndpointName} from '../../contract/endpoints/index.ts';
import {ApiError, isNoSuchPath, missingPermission} from '../../contract/errors.ts';
import {extensionMessages} from '../../messages/errors.ts';

/** Which extensions the service has shown, in this session, to have or not to have. */
export type Capabilities = {
	isOff: (name: EndpointName) => boolean;
	/** The extension exists, even if later answers report missing records. */
	markOffered: (name: EndpointName) => void;
	/** Nothing was found at its path: the extension does not exist, unless it has answered before. */
	markMissing: (name: EndpointName) => void;
	off: () => EndpointName[];
};

/** Reported once each, when first known. */
export type CapabilityListener = {
	onShown?: (name: EndpointName) => void;
	onMissing?: (name: EndpointName) => void;
};

export function createCapabilities({
	onShown = () => {},
	onMissing = () => {},
}: CapabilityListener = {}): Capabilities {
	const missing = new Set<EndpointName>();
	const there = new Set<EndpointName>();
	return {
		isOff: name => missing.has(name),
		markOffered: name => {
			if (there.has(name)) return;
			there.add(name);
			missing.delete(name);
			onShown(name);
		},
		markMissing: name => {
			if (there.has(name) || missing.has(name)) return;
			missing.add(name);
			onMissing(name);
		},
		off: () => [...missing],
	};
}

/** Learns from each call of an extension whether the service has it. One that is missing is not called again. */
export const watchExtensions =
	(capabilities: Capabilities): Middleware =>
	async (call, next) => {
		const {name, row, request, options} = call;
		if (name === 'raw' || !row?.extension) return next(call);
		const notOffered = (status?: number) =>
			new ApiError(extensionMessages.notOffered(name), {
				reason: status === undefined ? 'blocked' : 'refused',
				request,
				status,
				notOffered: name,
			});
		if (capabilities.isOff(name) && !options.retryMissing) throw notOffered();
		try {
			const answer = await next(call);
			capabilities.markOffered(name);
			return answer;
		} catch (error) {
			if (isOffered(error)) capabilities.markOffered(name);
			else if (isNotOffered(error)) capabilities.markMissing(name);
			// The key of a missing record is more specific.
			const isPath = isNoSuchPath(error) || (isNotOffered(error) && error.status === 501);
			throw isPath && capabilities.isOff(name) ? notOffered(error.status) : error;
		}
	};

/** True if an extension that has never answered turns out to be missing. */
function isNotOffered(error: unknown): error is ApiError {
	if (!(error instanceof ApiError)) return false;
	// These concern the credentials, not the endpoint.
	if (error.key === 'TEAM_NOT_FOUND' || missingPermission(error.key) !== undefined) return false;
	return [404, 405, 501].includes(error.status ?? 0);
}

/** True if the error proves that the endpoint exists: it checked the permission, the record or the body. */
const isOffered = (error: unknown): boolean =>
	error instanceof ApiError &&
	((error.status === 403 && missingPermission(error.key) !== undefined) ||
		(error.key !== undefined && (error.status === 400 || error.status === 409)));
