import path from 'node:path';
import {directory, serviceFolder} from '../../config/paths.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {systemClock} from '../../lib/time/clock.ts';
import {withDeadline} from './deadline.ts';
import type {Io} from '../output/io.ts';
import {journalPath} from './journal-file.ts';
import {closeLocally, localApi, openLocalService} from './local-service.ts';
import {say} from '../output/output.ts';
import {recordChanges} from '../recorded-calls.ts';
import {reportBug} from '../output/report.ts';
import type {SessionOptions} from './session.ts';
import {openShellJournal} from './shell-journal.ts';

/**
Runs a command on the local service with the credentials of its owner, whatever service is configured. If no process runs
the service, this one does until the command ends. The journal records what the command changes. `data`: its folder, if not the usual one.
*/
export async function withLocalService<Result>(
	io: Pick<Io, 'env' | 'ending' | 'stderr' | 'diagnostics'>,
	{deadline, data}: Pick<SessionOptions, 'deadline'> & {data?: string | undefined},
	command: (api: Api, signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
	const {env, ending, diagnostics} = io;
	const openedAt = systemClock.now();
	const stateDir = directory(env, 'RCONDECK_STATE_DIR').path;
	const [usual, folder] = [serviceFolder(stateDir), data ?? serviceFolder(stateDir)];
	// A service in another folder has other servers.
	const service = path.resolve(folder) === path.resolve(usual) ? 'local' : path.resolve(folder);
	const scope = {profile: 'local', service, team: ''};
	const journal = openShellJournal(io, {path: journalPath(stateDir), scope});
	const local = openLocalService({
		folder,
		runner: 'command',
		env,
		onBug: bug => void reportBug(io, bug, stateDir),
	});
	const signal = withDeadline(ending, deadline);
	try {
		await local.locate(signal);
		const api = localApi(local, {
			clock: systemClock,
			random: Math.random,
			onExchange: diagnostics?.onCall,
			middleware: [recordChanges(journal)],
		});
		return await command(api, signal);
	} finally {
		await journal.close();
		const end = {say: (sentence: string) => say(io, sentence), waits: signal, openedAt, clock: systemClock};
		await closeLocally(local, end);
	}
}
