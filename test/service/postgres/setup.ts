import type {TestProject} from 'vitest/node';
import {postgresPrograms, startPostgres} from './server.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		/** The PostgreSQL of this run, or why there is none. */
		postgres: {url: string} | {missing: string};
	}
}

let stop: (() => Promise<void>) | undefined;

/** Starts one PostgreSQL for all tests that need it. */
export async function setup(project: TestProject): Promise<void> {
	const programs = await postgresPrograms();
	if ('missing' in programs) {
		process.stderr.write(`Records in PostgreSQL are not tested. ${programs.missing}\n`);
		return project.provide('postgres', programs);
	}
	const server = await startPostgres(programs.folder);
	({stop} = server);
	project.provide('postgres', {url: server.url});
}

export const teardown = (): Promise<void> | undefined => stop?.();
