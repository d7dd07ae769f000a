import {existsSync} from 'node:fs';
import path from 'node:path';
import {serviceFiles} from '../contract/service-folder.ts';
import {serviceFolder} from './paths.ts';

/** Returns whether this user's local service has servers. Opens nothing. */
export function hasLocalServers(stateDir: string): boolean {
	const folder = serviceFolder(stateDir);
	// A killed process may have left its address instead of the mark of its first server.
	return [serviceFiles.hasServers, serviceFiles.endpoint].some(name => existsSync(path.join(folder, name)));
}
