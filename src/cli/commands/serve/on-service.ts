import type {Command} from 'commander';
import type {Api} from '../../../contract/endpoints/index.ts';
import type {Team} from '../../../contract/models/team.ts';
import type {Globals} from '../../start/command-run.ts';
import {consent} from '../../output/consent.ts';
import type {Io} from '../../output/io.ts';
import {say} from '../../output/output.ts';
import {type DatabaseOptions, readDatabase} from './database.ts';

/**
Runs a command on the local service, or on that of a database, with its team. The options belong to `serve`, so commander
assigns them there.
*/
export async function onService(
	serve: Command,
	io: Io,
	flags: Globals,
	command: (api: Api, team: Team, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const {data, ...options}: DatabaseOptions & {data?: string} = serve.opts();
	const run = async (api: Api, signal: AbortSignal) => command(api, await api.myTeam({}, {signal}), signal);
	const urls = readDatabase(io, options);
	if (urls) {
		const {withDatabase} = await import('./with-database.ts');
		await withDatabase(io, {...flags, data, urls}, run);
	} else {
		const {withLocalService} = await import('../../start/with-local-service.ts');
		await withLocalService(io, {...flags, data}, run);
	}
}

/** A change that needs a confirmation. `warning`: the records that end with it. */
type Change = {verb: string; summary: string; warning?: string | undefined; word: {name: string; id: string}};

export async function confirmOnService(io: Io, {yes}: Globals, change: Change): Promise<void> {
	if (yes && change.warning !== undefined) say(io, change.warning);
	await consent(io, {readOnly: false, protect: 'normal'}, yes, {...change, risk: 'review'});
}
