import {beforeAll, beforeEach} from 'vitest';
import {need, needMs, type Peer} from './need.ts';

/** Installs programs for the tests of this file or group; skips them with the reason if that is not possible. */
export function needInTests(...programs: Peer[]): void {
	let missing: string | undefined;
	beforeAll(async () => {
		missing = await need(...programs);
	}, needMs);
	beforeEach(({skip}) => {
		if (missing !== undefined) skip(missing);
	});
}
