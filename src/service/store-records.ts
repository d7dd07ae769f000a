import {Refusal} from './refusal.ts';
import type {Given, Recipients, Records, Transaction} from './repositories.ts';
import {isUnfinished} from './run-facts.ts';
import type {Collection, Store, Stored} from './store.ts';
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
};

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

function commit(store: Store, {writes, later}: Changes): void {
	if (writes.length === 0 && later.length === 0) return;
	store.atomically(() => {
		for (const change of [...writes, ...later]) change();
	});
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
			teams.find(({invites}) => invites.some(({codeHash}) => codeHash === hash)).at(0);
		return {...teams, withInvite};
	}),
	applications: once(() => {
		const applications = openByTeam(store.applications, changes);
		const withOlderHash = async (hash: string) =>
			applications.find(({olderHashes}) => olderHashes?.includes(hash) ?? false).at(0);
		return {...applications, withOlderHash};
	}),
	nodes: once(() => {
		const nodes = openByTeam(store.nodes, changes);
		return {
			...nodes,
			linked: async () => nodes.find(({link}) => link !== undefined),
			connections: async () =>
				nodes
					.find(({link}) => link?.isOpen ?? false)
					.map(({id: nodeId, lastAlive, link}) => ({nodeId, lastAlive, connection: link?.connection ?? 0})),
			keepAlive: async (id: string, lastAlive: number) => {
				const node = await nodes.get(id);
				if (node) await nodes.put({...node, lastAlive});
			},
		};
	}),
	servers: once(() => {
		const servers = openByTeam(store.servers, changes);
		const ofNode = async (id: string) => servers.find(({nodeId}) => nodeId === id);
		return {
			...servers,
			ofNode,
			countOfNode: async (id: string) => (await ofNode(id)).length,
			named: async (key: string) => servers.find(server => nameKey(server) === key).at(0),
		};
	}),
	profiles: once(() => openRepository(store.profiles, changes)),
	images: once(() => openRepository(store.images, changes)),
	automations: once(() => {
		const automations = openByTeam(store.automations, changes);
		return {...automations, enabled: async () => automations.find(({enabled}) => enabled)};
	}),
	runs: once(() => openRuns(store, changes)),
	instances: once(() => {
		const instances = openRepository(store.instances, changes);
		return {...instances, all: async () => instances.find(() => true)};
	}),
	tasks: once(() => {
		const tasks = openRepository(store.tasks, changes);
		return {
			...tasks,
			ofNode: async (id: string) => tasks.find(({nodeId}) => nodeId === id),
			liveOfServer: async (id: string) => tasks.find(task => isLive(task) && task.targetIds.includes(id)),
		};
	}),
	orders: once(() => {
		const orders = openRepository(store.orders, changes);
		return {
			...orders,
			ofNode: async (id: string) => orders.find(({nodeId}) => nodeId === id),
			pendingOf: async (id: string) =>
				orders.find(({nodeId, isGivenUp}) => nodeId === id && isGivenUp === undefined),
			waitingSince: async (until: number) =>
				orders.find(({createdAt, isGivenUp}) => createdAt <= until && isGivenUp === undefined),
		};
	}),
	actions: once(() => openByTeam(store.actions, changes)),
	notifications: once(() => openByTeam(store.notifications, changes)),
	journal: once(() => openJournal(store, changes)),
	commands: once(() => openCommands(store, changes)),
});

function openRuns(store: Store, changes: Changes): Transaction['runs'] {
	const runs = openByTeam(store.runs, changes);
	return {
		...runs,
		unfinishedOfTeam: async teamId => (await runs.ofTeam(teamId)).filter(isUnfinished),
		unclaimed: async () => runs.find(run => run.claimedBy === undefined && isUnfinished(run)),
		unfinishedOf: async id => runs.find(run => run.claimedBy === id && isUnfinished(run)),
		atTime: async (id, time) =>
			runs.find(run => run.automationId === id && run.scheduledFireAt === time).at(0),
		newestOf: async id => runs.find(({automationId}) => automationId === id).at(-1),
		// A run without its record would end.
		dropOldest: async (teamId, limit) => runs.dropOldest(teamId, limit, isUnfinished),
	};
}

function openJournal(store: Store, changes: Changes): Transaction['journal'] {
	const journal = openByTeam(store.journal, changes);
	return {
		...journal,
		after: async (teamId, after, limit) =>
			(await journal.ofTeam(teamId)).filter(({seq}) => seq > after).slice(0, limit),
		newest: async teamId => (await journal.ofTeam(teamId)).at(-1),
		dropOldest: async (teamId, limit) =>
			void changes.writes.push(() => {
				const kept = Map.groupBy(store.journal.ofTeam(teamId), ({kind}) => kind === 'note');
				for (const entries of kept.values())
					for (const {id} of entries.slice(0, Math.max(0, entries.length - limit))) store.journal.remove(id);
			}),
	};
}

function openByTeam<Kept extends Stored>(collection: Collection<Kept>, changes: Changes) {
	const {list, ...repository} = openRepository(collection, changes);
	const ofTeam = async (id: string) =>
		list(
			() => collection.ofTeam(id),
			({teamId}) => teamId === id,
		);
	return {
		...repository,
		list,
		ofTeam,
		countOfTeam: async (id: string) => (await ofTeam(id)).length,
		/** Not a read of the oldest ones: others may add records at the same time. */
		dropOldest: async (teamId: string, limit: number, mustStay?: (record: Kept) => boolean) =>
			void changes.writes.push(() => collection.dropOldest(teamId, limit, mustStay)),
	};
}

function openRepository<Kept extends Stored>(collection: Collection<Kept>, {checks, writes}: Changes) {
	/** The changes by id. Undefined: removed. */
	const pending = new Map<string, Kept | undefined>();
	const get = (id: string): Kept | undefined => {
		if (pending.has(id)) return pending.get(id);
		const seen = collection.get(id);
		checks.push(() => collection.get(id) === seen);
		return seen;
	};
	/** Returns the records of a list of the store with the changes. `belongs`: whether a record is in the list. */
	const list = (read: () => readonly Kept[], belongs: (record: Kept) => boolean): readonly Kept[] => {
		const seen = read();
		checks.push(() => isSame(read(), seen));
		if (pending.size === 0) return seen;
		const left = new Map(pending);
		const kept = seen.flatMap(record => {
			const changed = pending.has(record.id) ? pending.get(record.id) : record;
			left.delete(record.id);
			return changed && belongs(changed) ? [changed] : [];
		});
		return [...kept, ...[...left.values()].filter(record => record !== undefined).filter(belongs)];
	};
	return {
		list,
		find: (belongs: (record: Kept) => boolean) => list(() => collection.all().filter(belongs), belongs),
		get: async (id: string) => get(id),
		getMany: async (ids: Iterable<string>) => {
			const found = new Map<string, Kept>();
			for (const id of new Set(ids)) {
				const record = get(id);
				if (record) found.set(id, record);
			}
			return found;
		},
		put: async (record: Kept) => {
			get(record.id);
			pending.set(record.id, record);
			writes.push(() => void collection.put(record));
			return record;
		},
		remove: async (id: string) => {
			get(id);
			pending.set(id, undefined);
			writes.push(() => collection.remove(id));
		},
	};
}

function openCommands({commands}: Store, {checks, writes}: Changes): Transaction['commands'] {
	const removed = new Set<string>();
	return {
		ofServers: async serverIds => {
			const found = new Map<string, ReturnType<typeof commands.of>>();
			for (const id of new Set(serverIds)) {
				const seen = commands.of(id);
				found.set(id, removed.has(id) ? [] : seen);
				// Commands are only added at the end and removed at the beginning.
				checks.push(() => {
					const present = commands.of(id);
					return present.length === seen.length && present.at(-1) === seen.at(-1);
				});
			}
			return found;
		},
		find: async (serverId, commandId) => {
			const find = () => commands.of(serverId).find(command => command.commandId === commandId);
			const seen = find();
			checks.push(() => find() === seen);
			return seen;
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
