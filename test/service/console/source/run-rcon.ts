import {runOnce} from '../../../../src/service/console/run-once.ts';
import type {Patience} from '../../../../src/service/console/source/answer.ts';
import {connectSource} from '../../../../src/service/console/source/client.ts';

/** Runs one command over Source RCON on a connection of its own. */
export const runRcon = (
	options: Parameters<typeof runOnce>[1],
	patience: Partial<Patience> = {},
): Promise<string> => runOnce(connectSource({}, patience), options);
