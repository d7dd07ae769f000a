import type {ServerRecord} from '../records.ts';
import type {OwnSettings} from '../../contract/models/own-server.ts';
import type {SecretSource} from '../../contract/models/own-server.ts';

/** How version 1 of the records described a real server. */
type Attached = Pick<
	OwnSettings,
	'stopCommand' | 'saveCommand' | 'sayCommand' | 'probeCommand' | 'stopMs' | 'readyMs'
> & {
	command: string[];
	console: {kind: 'source' | 'econ'; host: string; port: number; password: SecretSource};
};

/** Returns a server of version 1 of the records as it is stored now. */
export function fromAttached({attached, ...server}: ServerRecord & {attached?: Attached}): ServerRecord {
	if (!attached) return server;
	const {command, ...rest} = attached;
	return {...server, own: {...rest, power: {kind: 'process', command, directory: server.serverDirectory}}};
}
