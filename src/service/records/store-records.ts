import {Refusal} from '../http/refusal.ts';
import {type NewestCommands, noCommands} from './command-history.ts';
import {type Condition, openRepositories, type Rows, type RowsOf} from './open-repositories.ts';
import type {Given, Recipients, Records, Transaction} from './repositories.ts';
import type {Collection, Collections, Store, Stored} from './store.ts';

/** How often a transaction runs before it is refused. Each time, an agent has changed what it read. */
const maxRuns = 50;

/** How often a read runs while any records change, before it waits for its turn and is checked for what it has read. */
const maxReads = 3;

/** The records that a transaction has read, and its pending changes. */
type Changes = {
	/** Each returns whether the store still has the records that were read. */
	checks: Pick<(() => boolean)[], 'push'>;
	writes: (() => void)[];
	orders: Given[];
	/** The work done at the commit: orders for agents of this process, and effects. */
	later: (() => void)[];
	/** What must survive a power cut before it is acknowledged or sent. */
	isDurable?: boolean;
};

/** Kinds that hold permissions, and orders. */
const durableKinds = new Set(['teams', 'applications', 'automations', 'orders']);

/**
Opens the records of a store that agents of this process change as well. One transaction runs at a time, so it awaits
nothing but its records. It collects its changes, and stores them at once if no agent has changed what it read. What only
reads follows the transactions before it, and runs again if anything has changed meanwhile. Everything resolves in
microtasks.
*/
export function openStoreRecords(store: Store, recipients: Recipients): Records {
	const run = async <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
		for (let count = 0; count < maxRuns; count++) {
			const checks: (() => boolean)[] = [];
			const changes: Changes = {checks, writes: [], orders: [], later: []};
			const isFresh = () => checks.every(check => check());
			let result: Result;
			try {
				const transaction = openTransaction(store, changes);
				result = await work(transaction);
				if (changes.orders.length > 0) await giveOrders(transaction, changes, recipients);
			} catch (error) {
				// Its error may be caused by records of different moments.
				if (isFresh()) throw error;
				continue;
			}
			if (!isFresh()) continue;
			commit(store, changes);
			return result;
		}
		throw new Refusal('general.not_carried_out');
	};
	/** Resolves when the latest transaction has ended. Undefined: none is open. */
	let latest: Promise<void> | undefined;
	const inTurn = <Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> => {
		const turn = latest ? latest.then(() => run(work)) : run(work);
		const end = () => {
			if (latest === ended) latest = undefined;
		};
		const ended = turn.then(end, end);
		latest = ended;
		return turn;
	};
	const records = openTransaction(store, untracked);
	const read: Records['read'] = async work => {
		for (let count = 0; count < maxReads; count++) {
			if (latest) await latest;
			const before = store.changeCount();
			const isFresh = () => store.changeCount() === before;
			try {
				const result = await work(records);
				if (isFresh()) return result;
			} catch (error) {
				if (isFresh()) throw error;
			}
		}
		return inTurn(work);
	};
	return {read, transact: inTurn, close: async () => store.close()};
}

/** Reads change nothing, so they share their repositories. */
const untracked: Changes = {checks: {push: () => 0}, writes: [], orders: [], later: []};

function commit(store: Store, {writes, orders, later, isDurable = false}: Changes): void {
	if (writes.length === 0 && later.length === 0) return;
	store.atomically(
		() => {
			for (const change of [...writes, ...later]) change();
		},
		isDurable || orders.length > 0,
	);
}

async function giveOrders(
	transaction: Transaction,
	changes: Changes,
	{agentOf, orderLinked}: Recipients,
): Promise<void> {
	const local: (() => void)[] = [];
	for (const given of changes.orders) {
		const {nodeId, give} = given;
		const node = await transaction.nodes.get(nodeId);
		if (node?.link) await orderLinked(transaction, node, given);
		else local.push(() => give(agentOf(nodeId)));
	}
	changes.later = [...local, ...changes.later];
}

function openTransaction(store: Store, changes: Changes): Transaction {
	const collections: Collections = store;
	const rowsOf: RowsOf = kind => openRows(collections[kind], changes);
	return {
		...openRepositories(rowsOf, openCommands(store, changes)),
		order: (nodeId, give, awaitedId) => void changes.orders.push({nodeId, give, awaitedId}),
		afterCommit: effect => void changes.later.push(() => store.afterCommit(effect)),
	};
}

function openRows<Kept extends Stored>(collection: Collection<Kept>, changes: Changes): Rows<Kept> {
	const {checks, writes} = changes;
	const note = () => {
		if (durableKinds.has(collection.kind)) changes.isDurable = true;
	};
	/** The changes by id. Undefined: removed. */
	const pending = new Map<string, Kept | undefined>();
	/** Checks later whether the records that were read are unchanged. Unchanged ones are not read again. */
	const check = (isSeen: () => boolean) => {
		const count = collection.changeCount();
		checks.push(() => collection.changeCount() === count || isSeen());
	};
	const get = (id: string): Kept | undefined => {
		if (pending.has(id)) return pending.get(id);
		const seen = collection.get(id);
		check(() => collection.get(id) === seen);
		return seen;
	};
	/** Returns the records that meet a condition, with the changes. */
	const find = ({sql, values = [], belongs}: Condition<Kept>): readonly Kept[] => {
		const seen = collection.where(sql, values);
		check(() => isSame(collection.where(sql, values), seen));
		const left = new Map(pending);
		const kept = seen.flatMap(record => {
			const changed = pending.has(record.id) ? pending.get(record.id) : record;
			left.delete(record.id);
			return changed && belongs(changed) ? [changed] : [];
		});
		return [...kept, ...[...left.values()].filter(record => record !== undefined).filter(belongs)];
	};
	const put = async (record: Kept) => {
		get(record.id);
		pending.set(record.id, record);
		note();
		writes.push(() => void collection.put(record));
		return record;
	};
	return {
		find: async condition => find(condition),
		count: async condition => {
			if (pending.size > 0) return find(condition).length;
			const {sql, values = []} = condition;
			const count = () => collection.countWhere(sql, values);
			const seen = count();
			check(() => count() === seen);
			return seen;
		},
		get: async id => get(id),
		getMany: async ids => {
			const found = new Map<string, Kept>();
			for (const id of new Set(ids)) {
				const record = get(id);
				if (record) found.set(id, record);
			}
			return found;
		},
		put,
		putInBudget: async record => {
			collection.checkRoom(record);
			return put(record);
		},
		change: async (id, fields) => {
			const record = get(id);
			if (record) await put({...record, ...fields});
		},
		remove: async id => {
			get(id);
			pending.set(id, undefined);
			note();
			writes.push(() => collection.remove(id));
		},
		// Not a read of the oldest ones: others may add records at the same time.
		dropOldest: async (...which) => void writes.push(() => collection.dropOldest(...which)),
		drop: async (teamId, {sql, values = []}) =>
			void writes.push(() => {
				for (const {id} of collection.where(`team_id = ? AND ${sql}`, [teamId, ...values]))
					collection.remove(id);
			}),
	};
}

function openCommands({commands}: Store, {checks, writes}: Changes): Transaction['commands'] {
	const removed = new Set<string>();
	const check = () => {
		const count = commands.changeCount();
		checks.push(() => commands.changeCount() === count);
	};
	return {
		ofServers: async (serverIds, most) => {
			check();
			const found = new Map<string, NewestCommands>();
			for (const id of new Set(serverIds))
				found.set(id, removed.has(id) ? noCommands : commands.of(id, most));
			return found;
		},
		find: async (serverId, commandId) => {
			check();
			return commands.find(serverId, commandId);
		},
		add: async (serverId, command, limit) => void writes.push(() => commands.add(serverId, command, limit)),
		removeAll: async serverId => {
			removed.add(serverId);
			writes.push(() => commands.removeAll(serverId));
		},
	};
}

const isSame = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
	one.length === other.length && one.every((item, index) => item === other[index]);
