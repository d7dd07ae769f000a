import type {EndpointName} from '../../../contract/endpoints/index.ts';
import {extensionMessages} from '../../../messages/errors.ts';
import type {Services} from './services.ts';
import type {AccessState} from './access.ts';

/**
Whether to offer an extension to users. An extension that changes something cannot be probed, so a service that has
offered one extension is assumed to have the others until it shows otherwise.
*/
export const isOffered = ({offered, missing}: AccessState, endpoint: EndpointName): boolean =>
	offered.size > 0 && !missing.has(endpoint);

/** Returns a sentence on why an extension is not offered; undefined if it is. */
export function notOfferedReason(access: AccessState, endpoint: EndpointName): string | undefined {
	if (isOffered(access, endpoint)) return undefined;
	return access.missing.has(endpoint)
		? extensionMessages.notOffered(endpoint)
		: extensionMessages.notShownYet(endpoint);
}

/** Records in state which extensions the client finds or misses. */
export const capabilityListener = ({dispatch}: Pick<Services['store'], 'dispatch'>) => ({
	onShown: (endpoint: EndpointName) => dispatch({type: 'access/offered', endpoint}),
	onMissing: (endpoint: EndpointName) => dispatch({type: 'access/missed', endpoint}),
});
