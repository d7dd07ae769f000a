import {execFile, spawn} from 'node:child_process';
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

/** Starts a PostgreSQL with an empty database. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
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
	const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const server = spawn(path.join(programs, 'postgres'), ['-D', data, '-k', folder, ...flags], {
		...options,
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	const ended = new Promise<void>(resolve => server.once('close', () => resolve()));
	const remove = () => rmSync(folder, {recursive: true, force: true});
	let log = '';
	await new Promise<void>((resolve, reject) => {
		server.stderr.setEncoding('utf8').on('data', (text: string) => {
			log = (log + text).slice(-10_000);
			if (log.includes('ready to accept connections')) resolve();
		});
		void ended.then(() => reject(new Error(`PostgreSQL did not start: ${log}`)));
	}).catch((error: unknown) => {
		remove();
		throw error;
	});
	return {
		url: `postgres:///postgres?${new URLSearchParams({host: folder, user: 'rcondeck', password}).toString()}`,
		stop: async () => {
			// Ends open connections.
			server.kill('SIGINT');
			await ended;
			remove();
		},
	};
}
