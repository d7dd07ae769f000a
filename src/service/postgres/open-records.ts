import type {Kysely} from 'kysely';
import {pause, type Clock} from '../../lib/clock.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service-database.ts';
import type {OnEvent} from '../events.ts';
import {Refusal} from '../refusal.ts';
import type {Seeding} from '../first-team.ts';
import type {Recipients, Records, Transaction} from '../repositories.ts';
import {commit} from './commit.ts';
import {connect, type usualTimeouts} from './connect.ts';
import {lockInstances, type Instances} from './instance-lock.ts';
import {migrate} from './migrate.ts';
import {isRepeatable, isUnusable, problemOf} from './problems.ts';
import {openTrims} from './open-trims.ts';
import {openRepositories, openTransaction, type Later} from './repositories.ts';
import {seedDatabase} from './seed.ts';
import type {Tables} from './tables.ts';

type Options = Recipients & {
	/** `postgres://…`. The password may be in `PGPASSWORD` instead. */
	url: string;
	clock: Clock;
	random: () => number;
	newId: () => string;
	/** Refuses to open the database beside instances that conflict with it (default: allows any). */
	instances?: Instances | undefined;
	/** Called if such an instance runs later. */
	onEvent?: OnEvent;
	/** Seeds a new database. */
	seed: (records: Seeding) => void;
	onBug: (bug: unknown) => void;
	timeouts?: typeof usualTimeouts;
};

/** How often a transaction runs before the request is refused, and the longest pause before the second run. */
const [maxRuns, firstPauseMs, longestPauseMs] = [12, 10, 500];

/**
Opens the records in PostgreSQL, which several instances share. A transaction is serializable: it sees one state of the
records, and of two that conflict, one runs again.
*/
export async function openPostgresRecords(options: Options): Promise<Records> {
	const {clock, random, newId, seed, instances, onEvent = () => {}} = options;
	const database = connect(options.url, options.timeouts);
	let release = async () => {};
	try {
		if (instances) release = await lockInstances(instances, {...options, onEvent});
		await migrate(options.url);
		const records = recordsIn(database, options);
		await seedDatabase(records, {clock, random, newId}, seed);
		return {...records, close: async () => void (await Promise.all([records.close(), release()]))};
	} catch (error) {
		await release();
		await database.destroy();
		throw problemOf(error);
	}
}

function recordsIn(database: Kysely<Tables>, options: Options): Records {
	const {clock, random, onBug} = options;
	const trims = openTrims(database);
	const transactOnce = async <Result>(work: (transaction: Transaction) => Promise<Result>) => {
		const later: Later = {orders: [], trims: new Map(), effects: []};
		const result = await commit({database, clock}, async open => {
			const transaction = openTransaction(open, later);
			const made = await work(transaction);
			await giveOrders(transaction, later, options);
			return made;
		});
		for (const effect of later.effects) {
			try {
				effect();
			} catch (error) {
				onBug(error);
			}
		}
		trims.add(later.trims);
		return result;
	};
	const repeat = async <Result>(once: () => Promise<Result>): Promise<Result> => {
		for (let run = 1; ; run++) {
			try {
				return await once();
			} catch (error) {
				if (isUnusable(error))
					throw new Refusal('general.not_carried_out', messages.unavailable, {cause: error});
				if (!isRepeatable(error)) throw error;
				if (run === maxRuns) throw new Refusal('general.not_carried_out', messages.busy, {cause: error});
			}
			// At random, because the others pause as well.
			await pause(clock, random() * Math.min(longestPauseMs, firstPauseMs * 2 ** run));
		}
	};
	return {
		read: work =>
			repeat(() =>
				database
					.transaction()
					.setIsolationLevel('repeatable read')
					.setAccessMode('read only')
					.execute(open => work(openRepositories(open))),
			),
		transact: work => repeat(() => transactOnce(work)),
		close: async () => {
			await trims.close();
			await database.destroy();
		},
	};
}

/** Gives the orders at the end of their transaction. A refusal undoes it. */
async function giveOrders(
	transaction: Transaction,
	{orders}: Later,
	{agentOf, orderLinked}: Recipients,
): Promise<void> {
	for (const given of orders) {
		const {nodeId, give} = given;
		const node = await transaction.nodes.get(nodeId);
		if (node?.link) await orderLinked(transaction, node, given);
		else give(agentOf(nodeId));
	}
}
