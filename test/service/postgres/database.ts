import {randomUUID} from 'node:crypto';
import {Client} from 'pg';
import {inject} from 'vitest';

const postgres = inject('postgres');

/** Why the tests of a file are skipped; undefined if there is a PostgreSQL. */
export const missing = 'missing' in postgres ? postgres.missing : undefined;

/** Creates an empty schema for one test, and returns its URL. It ends with the run. */
export async function emptyDatabase(): Promise<string> {
	const schema = `test_${randomUUID().replaceAll('-', '')}`;
	await query(serverUrl(), `CREATE SCHEMA ${schema}`);
	return `${serverUrl()}&options=${encodeURIComponent(`-c search_path=${schema}`)}`;
}

/** Runs a statement on a connection of its own. */
export async function query(
	url: string,
	text: string,
	values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
	const client = new Client({connectionString: url});
	await client.connect();
	try {
		return (await client.query<Record<string, unknown>>(text, values)).rows;
	} finally {
		await client.end();
	}
}

function serverUrl(): string {
	if ('missing' in postgres) throw new Error(postgres.missing);
	return postgres.url;
}
