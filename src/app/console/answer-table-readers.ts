import {tableOf} from '../../lib/maps.ts';
import type {Table} from './answer-table.ts';
import {readArkPlayers} from './parse-ark.ts';
import {readCs2Json, readCs2Status, readCs2Users} from './parse-cs2.ts';

type Reader = (response: string) => Table | undefined;

/**
Readers by command: the text of an answer alone could be anything that a player said. An object, so that the bundle
reads them with the first answer (`build/lazy-imports.ts`).
*/
export const answerTableReaders = {
	ark: tableOf<Reader>({listplayers: readArkPlayers, gettribeidplayerlist: readArkPlayers}),
	cs2: tableOf<Reader>({status: readCs2Status, status_json: readCs2Json, users: readCs2Users}),
};
