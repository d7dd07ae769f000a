import {rmSync} from 'node:fs';
import path from 'node:path';
import {serviceFiles} from '../../contract/service-folder.ts';
import {createPrivateFile} from '../../lib/files/private-folder.ts';
import {isReal} from '../records/records.ts';
import type {Store} from '../records/store.ts';

/** Notes beside the records if they have real servers, so that the program need not open them to find out. */
export function markOwnServers(folder: string, {servers}: Pick<Store, 'servers'>): void {
	const file = path.join(folder, serviceFiles.hasServers);
	if (servers.all().some(isReal)) createPrivateFile(file);
	else rmSync(file, {force: true});
}
