import type {QuerySettings} from '../../contract/models/own-server.ts';
import {queryA2s} from './a2s.ts';
import {queryMinecraft} from './minecraft.ts';
import type {AskQuery} from './query.ts';
import {queryQuake3} from './quake3.ts';

const queries: Record<QuerySettings['kind'], (settings: Pick<QuerySettings, 'host' | 'port'>) => AskQuery> = {
	a2s: queryA2s,
	minecraft: queryMinecraft,
	quake3: queryQuake3,
};

export const openQuery = ({kind, ...address}: QuerySettings): AskQuery => queries[kind](address);
