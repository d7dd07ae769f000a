import type {QueryKind, QuerySettings} from '../../contract/models/own-server.ts';
import {queryA2s} from './a2s.ts';
import {queryMinecraft} from './minecraft.ts';
import type {AskQuery} from './query.ts';
import {queryQuake3} from './quake3.ts';

const queries: Record<QueryKind, (settings: Pick<QuerySettings, 'host' | 'port'>) => AskQuery> = {
	a2s: queryA2s,
	minecraft: queryMinecraft,
	quake3: queryQuake3,
};

/** Longer names and maps are truncated, because every list contains them. */
const maxLength = 100;
const cut = (text: string | undefined) => text?.slice(0, maxLength);

export function openQuery({kind, ...address}: QuerySettings): AskQuery {
	const ask = queries[kind](address);
	return async options => {
		const answer = await ask(options);
		return {...answer, name: cut(answer.name), map: cut(answer.map)};
	};
}
