import {ApiError} from '../../contract/errors.ts';
import {cleanTeam} from '../clean.ts';
import {failureOf} from '../failure.ts';
import type {Services} from '../services.ts';

/** Reads the team anew. A failure keeps what is known, which then shows its age. */
export async function readTeam({api, store, clock}: Services, signal?: AbortSignal): Promise<void> {
	try {
		const team = cleanTeam(await api.myTeam({}, {...(signal && {signal}), background: true}));
		store.dispatch({type: 'access/granted', team, at: clock.now()});
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		if (error.reason === 'cancelled') return;
		const failure = failureOf(error);
		store.dispatch({type: 'access/teamFailed', failure});
		if (error.status === 401) store.dispatch({type: 'access/failed', failure});
	}
}
