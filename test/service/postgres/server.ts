import {execFile, spawn, type SpawnOptions} from 'node:child_process';
import {chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import path from 'node:path';
import {promisify} from 'node:util';
import {need} from '../../peers/need.ts';

const run = promisify(execFile);

/** A PostgreSQL of the tests, on a socket in a folder of its own. */
export type PostgresServer = {
	/** With the password. */
	url: string;
	/** The path of its socket. */
	socket: string;
	password: string;
	pid: () => number;
	/** Kills the server as a crash does; its records are kept. */
	kill9: () => Promise<void>;
	/** Starts it again. */
	restart: () => Promise<void>;
	stop: () => Promise<void>;
};

/** PostgreSQL refuses to run as root. */
const nobody = 65_534;
const asUser = process.getuid?.() === 0 ? {uid: nobody, gid: nobody} : {};

/** Faster, because the records of a test need not survive a power cut. */
const settings = {
	fsync: 'off',
	synchronous_commit: 'off',
	full_page_writes: 'off',
	listen_addresses: '',
	max_connections: '100',
};

/** Returns the folder of the newest installed PostgreSQL's programs, or why there is none. */
export async function postgresPrograms(): Promise<{folder: string} | {missing: string}> {
	const [found] = installed();
	if (found !== undefined) return {folder: found};
	const missing = await need('/usr/bin/pg_ctlcluster');
	if (missing !== undefined) return {missing};
	const [folder] = installed();
	if (folder === undefined) throw new Error('PostgreSQL was installed, but its programs are missing.');
	return {folder};
}

/** Debian has a folder for each version; elsewhere the programs are in `PATH`. */
function installed(): string[] {
	const folders = globSync('/usr/lib/postgresql/*/bin').toSorted((a, b) => versionIn(b) - versionIn(a));
	return [...folders, ...(process.env['PATH'] ?? '').split(path.delimiter)].filter(
		folder => existsSync(path.join(folder, 'initdb')) && existsSync(path.join(folder, 'postgres')),
	);
}

const versionIn = (folder: string) => Number(/\d+/.exec(folder)?.[0] ?? 0);

/** Starts a PostgreSQL with an empty database. `isDurable`: what is committed survives `kill9`. */
export async function startPostgres(programs: string, {isDurable = false} = {}): Promise<PostgresServer> {
	const folder = mkdtempSync(path.join(tmpdir(), 'postgres-'));
	const [data, passwordFile, password] = [
		path.join(folder, 'data'),
		path.join(folder, 'password'),
		'of-the-tests',
	];
	writeFileSync(passwordFile, password);
	if (asUser.uid !== undefined)
		for (const own of [folder, passwordFile]) chownSync(own, asUser.uid, asUser.gid);
	const options = {...asUser, cwd: folder};
	const create = ['-D', data, '-U', 'rcondeck', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
	await run(path.join(programs, 'initdb'), [...create, '-E', 'UTF8', '--no-locale', '--no-sync'], options);
	const flags = Object.entries({...settings, ...(isDurable && {synchronous_commit: 'on'})}).flatMap(
		([name, value]) => ['-c', `${name}=${value}`],
	);
	const open = () =>
		startServer(path.join(programs, 'postgres'), ['-D', data, '-k', folder, ...flags], options);
	const remove = () => rmSync(folder, {recursive: true, force: true});
	let server = await open().catch((error: unknown) => {
		remove();
		throw error;
	});
	return {
		url: `postgres:///postgres?${new URLSearchParams({host: folder, user: 'rcondeck', password}).toString()}`,
		socket: path.join(folder, '.s.PGSQL.5432'),
		password,
		pid: () => server.pid,
		kill9: () => server.end('SIGKILL'),
		restart: async () => {
			// The processes of the one that was killed end on their own.
			for (let attempt = 1; ; attempt++) {
				const started = await open().catch((error: unknown) => {
					if (attempt === maxStarts) throw error;
				});
				if (started) return void (server = started);
			}
		},
		stop: async () => {
			// Ends open connections.
			await server.end('SIGINT');
			remove();
		},
	};
}

const maxStarts = 20;

/** Resolves when the server accepts connections. */
async function startServer(program: string, args: readonly string[], options: SpawnOptions) {
	const server = spawn(program, args, {...options, stdio: ['ignore', 'ignore', 'pipe']});
	const ended = new Promise<void>(resolve => server.once('close', () => resolve()));
	let log = '';
	await new Promise<void>((resolve, reject) => {
		server.stderr?.setEncoding('utf8').on('data', (text: string) => {
			log = (log + text).slice(-10_000);
			if (log.includes('ready to accept connections')) resolve();
		});
		void ended.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)));
	});
	return {
		pid: server.pid ?? 0,
		end: async (signal: NodeJS.Signals) => {
			server.kill(signal);
			await ended;
		},
	};
}
