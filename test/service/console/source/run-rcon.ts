import {runOnce} from '../../../../src/service/console/keep-open.ts';
import {connectSource, type Patience} from '../../../../src/service/console/source.ts';

/** Runs one command over Source RCON on a connection of its own. */
export const runRcon = (
	options: Parameters<typeof runOnce>[1],
	patience: Partial<Patience> = {},
): Promise<string> => runOnce(connectSource({}, patience), options);
