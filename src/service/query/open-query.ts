import type {QuerySettings} from '../../contract/models/own-server.ts';
import type {AskQuery} from './query.ts';

const queries: Partial<Record<QuerySettings['kind'], (settings: QuerySettings) => AskQuery>> = {};

/** Returns undefined for a kind that is not implemented. */
export const openQuery = (settings: QuerySettings): AskQuery | undefined =>
	queries[settings.kind]?.(settings);
