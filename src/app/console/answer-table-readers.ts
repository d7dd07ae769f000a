import {tableOf} from '../../lib/maps.ts';
import type {Table} from './answer-table.ts';
import {readArkPlayers} from './parse-ark.ts';
import {readCs2Json, readCs2Status, readCs2Users} from './parse-cs2.ts';

type Reader = (response: string) => Table | undefined;

/**
The readers by command: the text alone cannot identify a table, because players can write anything. An object, so that
the bundle can load it with the first answer (`build/lazy-imports.ts`).
*/
export const answerTableReaders = {
	ark: tableOf<Reader>({listplayers: readArkPlayers, gettribeidplayerlist: readArkPlayers}),
	cs2: tableOf<Reader>({status: readCs2Status, status_json: readCs2Json, users: readCs2Users}),
};
