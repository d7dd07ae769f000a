import {readRegularFile} from '../../lib/files/regular-file.ts';
import {UsageError} from '../../lib/errors.ts';
import {readProblem} from '../../messages/text.ts';
import {serviceDatabaseMessages as messages} from '../../messages/service.ts';
import {openHistoryBudgets} from './history-budgets.ts';
import {openCommands} from './commands.ts';
import {openRows, type Session, type Trims} from './rows.ts';
import type {Seeding} from '../records/first-team.ts';
import {openRepositories} from '../records/open-repositories.ts';
import type {Given, Recipients, Records, Transaction} from '../records/repositories.ts';
import {openStore} from '../records/store.ts';
import {openTeamBudget, type TeamBudget} from '../records/team-budgets.ts';
import {sharedKinds, type SharedKind} from '../records/tables.ts';
import {type Clock, pause} from '../../lib/time/clock.ts';
import type {OnEvent} from '../events.ts';
import {Refusal} from '../http/refusal.ts';
import {commit} from './commit.ts';
import {connect, type Database, type usualTimeouts} from './database.ts';
import {type Instances, lockInstances} from './instance-lock.ts';
import {migrate} from './migrate.ts';
import {isRepeatable, isUnusable, problemOf} from './problems.ts';

/** What `sslmode` means. (PostgreSQL: SSL Mode Descriptions; `no-verify` is the driver's own) */
const modes = ['disable', 'prefer', 'require', 'no-verify', 'verify-ca', 'verify-full'];
const files = ['sslcert', 'sslkey', 'sslrootcert'];

/**
Returns the URL as the driver reads `sslmode` like other programs do: without this, it verifies the certificate in all modes.
Throws `UsageError` for a mode or a file that cannot be used, which the driver ignores or reports late.
*/
function checkDatabaseUrl(url: string): string {
	const parsed = new URL(url);
	const {searchParams} = parsed;
	const mode = searchParams.get('sslmode');
	for (const name of files) {
		const file = searchParams.get(name);
		if (file === null) continue;
		try {
			readRegularFile(file);
		} catch (error) {
			throw new UsageError(readProblem(error, file), {cause: error});
		}
	}
	if (mode === null) return url;
	if (!modes.includes(mode)) throw new UsageError(messages.wrongSslMode(mode, modes));
	if (mode === 'verify-ca' && !searchParams.has('sslrootcert'))
		throw new UsageError(messages.needsRootCertificate);
	if (mode !== 'no-verify') searchParams.set('uselibpqcompat', 'true');
	return parsed.href;
}

/** Trims tables one after the other, so that requests do not wait for it and keep their connections. */
function openTrims({query}: Database): {
	add: (trims: Trims) => void;
	/** Resolves after the one in progress. The next transactions, of any instance, repeat the others. */
	close: () => Promise<void>;
} {
	const waiting: Trims = new Map();
	let running: Promise<void> | undefined;
	const run = async () => {
		// Those that are added meanwhile follow.
		for (const [key, trim] of waiting) {
			waiting.delete(key);
			// The next transaction repeats a failed migration.
			await trim(query).catch(() => {});
		}
		running = undefined;
	};
	return {
		add: trims => {
			for (const [key, trim] of trims) waiting.set(key, trim);
			if (waiting.size > 0) running ??= run();
		},
		close: async () => {
			waiting.clear();
			await running;
		},
	};
}

/** Stores the first records, if there are none. Of several instances that start at the same time one does. */
async function seedDatabase(
	records: Records,
	seeded: Omit<Seeding, 'store'>,
	seed: (records: Seeding) => void,
): Promise<void> {
	const store = openStore(':memory:');
	store.atomically(() => seed({...seeded, store}));
	const first = store.teams.all();
	await records.transact(async transaction => {
		const known = await transaction.teams.getMany(first.map(({id}) => id));
		if (known.size > 0) return;
		for (const kind of sharedKinds) {
			const {put} = transaction[kind];
			// Each repository gets the records of its own collection.
			for (const record of store[kind].all()) await (put as (kept: object) => Promise<unknown>)(record);
		}
	});
	store.close();
}

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

/** How often a transaction runs before the request is refused, and the longest pause before the second run and later ones. */
const [maxRuns, firstPauseMs, longestPauseMs] = [12, 10, 500];
/**
Where a run takes long, because the database or the machine is busy, the pauses are longer as well: up to this number of runs,
so that as many requests that change the same record can get out of each other's way, and up to this time.
*/
const [longestPauseRuns, slowestPauseMs] = [16, 4000];

function pauseAfter(run: number, tookMs: number): number {
	const longestMs = Math.max(longestPauseMs, Math.min(slowestPauseMs, longestPauseRuns * tookMs));
	return Math.min(longestMs, Math.max(firstPauseMs, tookMs) * 2 ** run);
}

/**
Opens the records in PostgreSQL, which several instances share. A transaction is serializable: it sees one state of the
records, and of two that conflict, one runs again.
*/
export async function openPostgresRecords({url: given, ...more}: Options): Promise<Records> {
	const options = {...more, url: checkDatabaseUrl(given)};
	const {clock, random, newId, seed, instances, onEvent = () => {}} = options;
	const database = connect(options.url, options.timeouts);
	let release = async () => {};
	try {
		if (instances) release = await lockInstances(instances, {...options, onEvent});
		await checkEncoding(database);
		await migrate(options.url);
		const records = recordsIn(database, options);
		await seedDatabase(records, {clock, random, newId}, seed);
		return {...records, close: async () => void (await Promise.all([records.close(), release()]))};
	} catch (error) {
		await release();
		await database.close();
		throw problemOf(error);
	}
}

/** Throws `UsageError` for a database that cannot store every text. */
async function checkEncoding({query}: Database): Promise<void> {
	const [row] = await query("SELECT current_setting('server_encoding') AS encoding");
	const encoding = String(row?.['encoding']);
	if (encoding !== 'UTF8') throw new UsageError(messages.notUtf8(encoding));
}

function openTeamBudgets(onEvent: OnEvent): Session['budgetOf'] {
	const opened = new Map<SharedKind, TeamBudget>();
	return kind => {
		const budget = opened.get(kind) ?? openTeamBudget(kind, onEvent);
		opened.set(kind, budget);
		return budget;
	};
}

const repositoriesOf = (session: Session) =>
	openRepositories(kind => openRows(kind, session), openCommands(session));

function recordsIn(database: Database, options: Options): Records {
	const {clock, random, onBug, onEvent = () => {}} = options;
	const trims = openTrims(database);
	const count = openHistoryBudgets(trims.add, onEvent);
	const budgetOf = openTeamBudgets(onEvent);
	const transactOnce = async <Result>(work: (transaction: Transaction) => Promise<Result>) => {
		const [orders, effects]: [Given[], (() => void)[]] = [[], []];
		const trimmed: Trims = new Map();
		/** What was stored of each kind, in bytes or characters. */
		const written = new Map<string, number>();
		const onPut = (kind: string, size: number) => void written.set(kind, (written.get(kind) ?? 0) + size);
		const result = await commit({database, clock}, async query => {
			const transaction: Transaction = {
				...repositoriesOf({query, trims: trimmed, onPut, budgetOf}),
				order: (nodeId, give, awaitedId) => void orders.push({nodeId, give, awaitedId}),
				afterCommit: effect => void effects.push(effect),
			};
			const made = await work(transaction);
			await giveOrders(transaction, orders, options);
			return made;
		});
		for (const effect of effects) {
			try {
				effect();
			} catch (error) {
				onBug(error);
			}
		}
		trims.add(trimmed);
		count(written);
		return result;
	};
	const repeat = async <Result>(once: () => Promise<Result>): Promise<Result> => {
		for (let run = 1; ; run++) {
			const startedAt = clock.monotonic();
			try {
				return await once();
			} catch (error) {
				if (isUnusable(error))
					throw new Refusal('general.not_carried_out', messages.unavailable, {cause: error});
				if (!isRepeatable(error)) throw error;
				if (run === maxRuns) throw new Refusal('general.not_carried_out', messages.busy, {cause: error});
			}
			// At random, because the others pause as well.
			await pause(clock, random() * pauseAfter(run, clock.monotonic() - startedAt));
		}
	};
	return {
		read: work =>
			repeat(() =>
				database.transaction('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', query =>
					work(repositoriesOf({query, trims: new Map(), onPut: () => {}, budgetOf})),
				),
			),
		transact: work => repeat(() => transactOnce(work)),
		close: async () => {
			await trims.close();
			await database.close();
		},
	};
}

/** Gives the orders at the end of their transaction. A refusal undoes it. */
async function giveOrders(
	transaction: Transaction,
	orders: readonly Given[],
	{agentOf, orderLinked}: Recipients,
): Promise<void> {
	for (const given of orders) {
		const {nodeId, give} = given;
		const node = await transaction.nodes.get(nodeId);
		if (node?.link) await orderLinked(transaction, node, given);
		else give(agentOf(nodeId));
	}
}
