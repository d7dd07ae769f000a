import type {SQLInputValue} from 'node:sqlite';
import {Refusal} from '../http/refusal.ts';
import {type NewestCommands, noCommands} from './command-history.ts';
import type {Given, Recipients, Records, Transaction} from './repositories.ts';
import {isUnfinished} from './records.ts';
import type {Collection, Store, Stored} from './store.ts';
import {
	isFinishedRun,
	isLiveTask,
	isOfAutomation,
	isUnfinishedRun,
	isWantedRun,
	isNoSecurity,
	isSecurity,
} from './tables.ts';
import {isLive} from './task-facts.ts';
import {nameKey} from './unique-records.ts';

/** How often a transaction runs before it is refused. Each time, an agent has changed what it read. */
const maxRuns = 50;

/** How often a read runs while any records change, before it waits for its turn and is checked for what it has read. */
const maxReads = 3;

/** What a transaction has read and is going to change. */
type Changes = {
	/** Each returns whether the store still has what was read. */
	checks: Pick<(() => boolean)[], 'push'>;
	writes: (() => void)[];
	orders: Given[];
	/** What is done with the commit: orders for agents of this process, and effects. */
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
				const transaction = new StoreTransaction(store, changes);
				result = await work(transaction);
				if (changes.orders.length > 0) await giveOrders(transaction, changes, recipients);
			} catch (error) {
				// What it threw may follow from records of different moments.
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
	const records = new StoreTransaction(store, untracked);
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

/** What only reads changes nothing, so all reads share their repositories. */
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

/** A class: creating an object with these getters for each request takes as long as a small request. */
class StoreTransaction implements Transaction {
	readonly #parts: ReturnType<typeof openParts>;
	readonly order: Transaction['order'];
	readonly afterCommit: Transaction['afterCommit'];
	constructor(store: Store, changes: Changes) {
		this.#parts = openParts(store, changes);
		this.order = (nodeId, give, awaitedId) => void changes.orders.push({nodeId, give, awaitedId});
		this.afterCommit = effect => void changes.later.push(() => store.afterCommit(effect));
	}
	get teams() {
		return this.#parts.teams();
	}
	get applications() {
		return this.#parts.applications();
	}
	get nodes() {
		return this.#parts.nodes();
	}
	get servers() {
		return this.#parts.servers();
	}
	get profiles() {
		return this.#parts.profiles();
	}
	get images() {
		return this.#parts.images();
	}
	get automations() {
		return this.#parts.automations();
	}
	get runs() {
		return this.#parts.runs();
	}
	get instances() {
		return this.#parts.instances();
	}
	get tasks() {
		return this.#parts.tasks();
	}
	get orders() {
		return this.#parts.orders();
	}
	get actions() {
		return this.#parts.actions();
	}
	get notifications() {
		return this.#parts.notifications();
	}
	get journal() {
		return this.#parts.journal();
	}
	get commands() {
		return this.#parts.commands();
	}
}

/** Opens each repository when it is used: a transaction needs few of them. */
const once = <Value>(open: () => Value): (() => Value) => {
	let value: Value | undefined;
	return () => (value ??= open());
};

const openParts = (store: Store, changes: Changes) => ({
	teams: once(() => {
		const teams = openRepository(store.teams, changes);
		const withInvite = async (hash: string) =>
			teams.find(({invites}) => invites.some(({codeHash}) => codeHash === hash), 'true').at(0);
		return {...teams, withInvite};
	}),
	applications: once(() => {
		const applications = openByTeam(store.applications, changes);
		const expiringBy = async (until: number) =>
			applications.find(({expiresAt = Infinity}) => expiresAt <= until, "json ->> '$.expiresAt' <= ?", until);
		return {...applications, expiringBy};
	}),
	nodes: once(() => {
		const nodes = openByTeam(store.nodes, changes);
		const linked = async () => nodes.find(({link}) => link !== undefined, "json ->> '$.link' IS NOT NULL");
		return {
			...nodes,
			linked,
			connections: async () =>
				(await linked()).flatMap(({id: nodeId, lastAlive, link}) =>
					link?.isOpen ? [{nodeId, lastAlive, connection: link.connection ?? 0}] : [],
				),
			keepAlive: async (id: string, lastAlive: number) => {
				const node = await nodes.get(id);
				if (node) await nodes.put({...node, lastAlive});
			},
		};
	}),
	servers: once(() => openServers(store, changes)),
	profiles: once(() => openRepository(store.profiles, changes)),
	images: once(() => openRepository(store.images, changes)),
	automations: once(() => {
		const automations = openByTeam(store.automations, changes);
		return {...automations, enabled: async () => automations.find(({enabled}) => enabled, 'true')};
	}),
	runs: once(() => openRuns(store, changes)),
	instances: once(() => {
		const instances = openRepository(store.instances, changes);
		return {...instances, all: async () => instances.find(() => true, 'true')};
	}),
	tasks: once(() => {
		const tasks = openRepository(store.tasks, changes);
		return {
			...tasks,
			ofNode: async (id: string) => tasks.find(({nodeId}) => nodeId === id, 'node_id = ?', id),
			liveOfServer: async (id: string) =>
				tasks.find(isLive, isLiveTask).filter(({targetIds}) => targetIds.includes(id)),
		};
	}),
	orders: once(() => {
		const orders = openRepository(store.orders, changes);
		const ofNode = async (id: string) => orders.find(({nodeId}) => nodeId === id, 'node_id = ?', id);
		return {
			...orders,
			ofNode,
			pendingOf: async (id: string) => (await ofNode(id)).filter(({isGivenUp}) => isGivenUp === undefined),
			waitingSince: async (until: number) =>
				orders.find(
					({createdAt, isGivenUp}) => createdAt <= until && isGivenUp === undefined,
					"json ->> '$.createdAt' <= ? AND json ->> '$.isGivenUp' IS NULL",
					until,
				),
		};
	}),
	actions: once(() => openActions(store, changes)),
	notifications: once(() => openByTeam(store.notifications, changes)),
	journal: once(() => openJournal(store, changes)),
	commands: once(() => openCommands(store, changes)),
});

function openServers(store: Store, changes: Changes): Transaction['servers'] {
	const servers = openByTeam(store.servers, changes);
	const ofNode = async (id: string) => servers.find(({nodeId}) => nodeId === id, 'node_id = ?', id);
	return {
		...servers,
		ofNode,
		countOfNode: async (id: string) =>
			servers.isChanged() ? (await ofNode(id)).length : servers.count('node_id = ?', id),
		named: async (key: string) =>
			servers.find(server => nameKey(server) === key, 'unique_key = ?', key).at(0),
	};
}

function openRuns(store: Store, changes: Changes): Transaction['runs'] {
	const runs = openByTeam(store.runs, changes);
	return {
		...runs,
		unfinishedOfTeam: async teamId =>
			runs.find(
				run => run.teamId === teamId && isUnfinished(run),
				`team_id = ? AND ${isUnfinishedRun}`,
				teamId,
			),
		unclaimed: async () =>
			runs.find(isUnfinished, isUnfinishedRun).filter(({claimedBy}) => claimedBy === undefined),
		unfinishedOf: async id =>
			runs.find(isUnfinished, isUnfinishedRun).filter(({claimedBy}) => claimedBy === id),
		atTime: async (id, time) =>
			runs
				.find(
					run => run.automationId === id && run.scheduledFireAt === time,
					`${isOfAutomation} AND json ->> '$.scheduledFireAt' = ?`,
					id,
					time,
				)
				.at(0),
		filtered: async (teamId, filter, {skip, limit}) => {
			const wanted = JSON.stringify(filter);
			const page = `place IN (SELECT place FROM runs WHERE ${isWantedRun} ORDER BY place DESC LIMIT ? OFFSET ?)`;
			return {
				count: runs.count(isWantedRun, teamId, wanted),
				runs: runs.find(() => true, page, teamId, wanted, limit, skip).toReversed(),
			};
		},
		newestOf: async id =>
			runs
				.find(
					({automationId}) => automationId === id,
					`place = (SELECT max(place) FROM runs WHERE ${isOfAutomation})`,
					id,
				)
				.at(-1),
		// A run without its record would end.
		dropOldest: async (teamId, limit) =>
			void changes.writes.push(() => store.runs.dropOldest(teamId, limit, isFinishedRun, 'true')),
	};
}

function openActions({actions: collection}: Store, changes: Changes): Transaction['actions'] {
	const {writes} = changes;
	return {
		...openByTeam(collection, changes),
		countSecurity: async teamId => collection.countWhere(`team_id = ? AND ${isSecurity}`, teamId),
		dropOldest: async (teamId, limit) =>
			void writes.push(() => collection.dropOldest(teamId, limit, isNoSecurity)),
		dropSecurityBefore: async (teamId, time) =>
			void writes.push(() => {
				const old = `team_id = ? AND ${isSecurity} AND json ->> '$.createdAt' < ?`;
				for (const {id} of collection.where(old, teamId, time)) collection.remove(id);
			}),
	};
}

function openJournal(store: Store, changes: Changes): Transaction['journal'] {
	const journal = openByTeam(store.journal, changes);
	return {
		...journal,
		after: async (teamId, after, limit) =>
			journal
				.find(
					entry => entry.teamId === teamId && entry.seq > after,
					`place IN (SELECT place FROM journal WHERE team_id = ? AND json ->> '$.seq' > ?
						ORDER BY json ->> '$.seq' LIMIT ?)`,
					teamId,
					after,
					limit,
				)
				.slice(0, limit),
		newest: async teamId =>
			journal
				.find(
					entry => entry.teamId === teamId,
					`place IN (SELECT place FROM journal WHERE team_id = ? ORDER BY json ->> '$.seq' DESC LIMIT 1)`,
					teamId,
				)
				.at(-1),
		dropOldest: async (teamId, limit) =>
			void changes.writes.push(() => {
				for (const kind of ["= 'note'", "<> 'note'"])
					store.journal.dropOldest(teamId, limit, `json ->> '$.kind' ${kind}`);
			}),
	};
}

function openByTeam<Kept extends Stored>(collection: Collection<Kept>, changes: Changes) {
	const repository = openRepository(collection, changes);
	const ofTeam = async (id: string) => repository.find(({teamId}) => teamId === id, 'team_id = ?', id);
	return {
		...repository,
		ofTeam,
		newestOfTeam: async (id: string, skip: number, limit: number) =>
			repository.isChanged()
				? (await ofTeam(id)).toReversed().slice(skip, skip + limit)
				: repository
						.find(
							({teamId}) => teamId === id,
							`place IN (SELECT place FROM ${collection.kind} WHERE team_id = ? ORDER BY place DESC LIMIT ? OFFSET ?)`,
							id,
							limit,
							skip,
						)
						.toReversed(),
		countOfTeam: async (id: string) =>
			repository.isChanged() ? (await ofTeam(id)).length : repository.count('team_id = ?', id),
		/** Not a read of the oldest ones: others may add records at the same time. */
		dropOldest: async (teamId: string, limit: number) =>
			void changes.writes.push(() => collection.dropOldest(teamId, limit)),
	};
}

function openRepository<Kept extends Stored>(collection: Collection<Kept>, changes: Changes) {
	const {checks, writes} = changes;
	const note = () => {
		if (durableKinds.has(collection.kind)) changes.isDurable = true;
	};
	/** The changes by id. Undefined: removed. */
	const pending = new Map<string, Kept | undefined>();
	/** Checks later whether what was read is still the same. Where nothing has changed, nothing is read again. */
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
	/** Returns the records that meet a condition, with the changes. `belongs`: the same condition. */
	const find = (
		belongs: (record: Kept) => boolean,
		condition: string,
		...values: SQLInputValue[]
	): readonly Kept[] => {
		const seen = collection.where(condition, ...values);
		check(() => isSame(collection.where(condition, ...values), seen));
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
		find,
		isChanged: () => pending.size > 0,
		count: (condition: string, ...values: SQLInputValue[]): number => {
			const count = () => collection.countWhere(condition, ...values);
			const seen = count();
			check(() => count() === seen);
			return seen;
		},
		get: async (id: string) => get(id),
		getMany: async (ids: Iterable<string>) => {
			const found = new Map<string, Kept>();
			for (const id of new Set(ids)) {
				const record = get(id);
				if (record) found.set(id, record);
			}
			return found;
		},
		put,
		putInBudget: async (record: Kept) => {
			collection.checkRoom(record);
			return put(record);
		},
		remove: async (id: string) => {
			get(id);
			pending.set(id, undefined);
			note();
			writes.push(() => collection.remove(id));
		},
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
