import {setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';

/** Collects all garbage. What was read in this turn of the event loop still lives. */
export function collectGarbage(): void {
	setFlagsFromString('--expose-gc');
	(runInNewContext('gc') as () => void)();
}
