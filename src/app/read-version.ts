import {ApiError} from '../contract/errors.ts';
import {printableLine} from '../lib/text/text.ts';
import type {Services} from './kernel/state/services.ts';

/** Reads the version of the service once. */
export function readVersion(services: Services): () => void {
	const closing = new AbortController();
	void read(services, closing.signal);
	return () => closing.abort();
}

async function read({api, store}: Services, signal: AbortSignal): Promise<void> {
	try {
		const {version} = await api.version({}, {signal});
		if (version !== undefined) store.dispatch({type: 'access/versionRead', version: printableLine(version)});
	} catch (error) {
		// The version is only displayed; polls of the list show whether the service is available.
		if (!(error instanceof ApiError)) throw error;
	}
}
