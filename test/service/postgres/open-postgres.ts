import {randomUUID} from 'node:crypto';
import {systemClock} from '../../../src/lib/time/clock.ts';
import {openPostgresRecords} from '../../../src/service/postgres/open-records.ts';
import {nobody} from '../records/some-records.ts';
import type {Records} from '../../../src/service/records/repositories.ts';

type Options = Partial<Omit<Parameters<typeof openPostgresRecords>[0], 'url'>>;

/** Opens the records of a database as an instance of the service does. */
export const openPostgres = (url: string, options: Options = {}): Promise<Records> =>
	openPostgresRecords({
		url,
		clock: systemClock,
		random: Math.random,
		newId: randomUUID,
		seed: () => {},
		...nobody,
		onBug: bug => {
			throw bug;
		},
		...options,
	});
