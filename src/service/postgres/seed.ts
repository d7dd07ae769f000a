import type {Seeding} from '../first-team.ts';
import type {Records} from '../repositories.ts';
import {openStore} from '../store.ts';
import {columnsOf, type TableName} from './columns.ts';

/** Stores the first records, if there are none. Of several instances that start at the same time one does. */
export async function seedDatabase(
	records: Records,
	seeded: Omit<Seeding, 'store'>,
	seed: (records: Seeding) => void,
): Promise<void> {
	const store = openStore(':memory:');
	store.atomically(() => seed({...seeded, store}));
	const first = store.teams.all();
	const names = Object.keys(columnsOf) as TableName[]; // of a constant
	await records.transact(async transaction => {
		const known = await transaction.teams.getMany(first.map(({id}) => id));
		if (known.size > 0) return;
		for (const name of names) {
			const {put} = transaction[name];
			// Each repository gets the records of its own collection.
			for (const record of store[name].all()) await (put as (kept: object) => Promise<unknown>)(record);
		}
	});
	store.close();
}
