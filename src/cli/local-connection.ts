import type {ApiOptions} from '../api/client.ts';
import type {Api} from '../contract/endpoints/index.ts';
import {localWire, type LocalService} from './local-service.ts';

/** Only its path counts: each request goes to where the local service is then. */
const baseUrl = 'http://localhost';

/** Returns a client of the local service with the credentials of its owner. */
export async function localApi(
	local: LocalService,
	options: Omit<ApiOptions, 'baseUrl' | 'credentials' | 'wire' | 'fetch'>,
): Promise<Api> {
	const [{createApi}, {undiciWire}] = await Promise.all([
		import('../api/client.ts'),
		import('../api/transport.ts'),
	]);
	// A proxy of the environment is not for this machine.
	return createApi({...options, baseUrl, credentials: undefined, wire: localWire(local, undiciWire({}))});
}
