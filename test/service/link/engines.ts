import path from 'node:path';
import {test} from 'vitest';
import {tempFolder} from '../../cli/temp-folder.ts';
import {dataFile} from '../open-service.ts';
import {emptyDatabase, missing} from '../postgres/database.ts';
import type {Place} from './open-link.ts';

type Engine = {
	name: string;
	/** Why its tests are skipped. */
	why?: string | undefined;
	/** Whether instances share the records. */
	isShared: boolean;
	/** An empty one. */
	makePlace: () => Promise<Place>;
};

const engines: readonly Engine[] = [
	{name: 'SQLite', isShared: false, makePlace: async () => ({data: dataFile()})},
	{
		name: 'PostgreSQL',
		why: missing,
		isShared: true,
		makePlace: async () => ({
			database: await emptyDatabase(),
			ownerTokenFile: path.join(tempFolder(), 'token'),
		}),
	},
];

/** A test with the records of the service in each engine. */
export function testEngines(name: string, expectations: (engine: Engine) => Promise<void>): void {
	test.for(engines)(`${name} ($name)`, async (engine, {skip}) => {
		skip(engine.why !== undefined, engine.why);
		await expectations(engine);
	});
}
