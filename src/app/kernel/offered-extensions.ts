import type {EndpointName} from '../../contract/endpoints/index.ts';
import {extensionMessages} from '../../messages/extensions.ts';
import type {Services} from './services.ts';
import type {AccessState} from './access.ts';

/**
Whether an extension is offered to people. What changes something cannot be tried out: a service that has shown one
extension has the others, too, until it shows otherwise.
*/
export const isOffered = ({offered, missing}: AccessState, endpoint: EndpointName): boolean =>
	offered.size > 0 && !missing.has(endpoint);

/** The same as a sentence; undefined where it is offered. */
export function notOfferedReason(access: AccessState, endpoint: EndpointName): string | undefined {
	if (isOffered(access, endpoint)) return undefined;
	return access.missing.has(endpoint)
		? extensionMessages.notOffered(endpoint)
		: extensionMessages.notShownYet(endpoint);
}

/** Hears of extensions from the client, and puts them into state. */
export const capabilityListener = ({dispatch}: Pick<Services['store'], 'dispatch'>) => ({
	onShown: (endpoint: EndpointName) => dispatch({type: 'access/offered', endpoint}),
	onMissing: (endpoint: EndpointName) => dispatch({type: 'access/missed', endpoint}),
});
