import {createApi} from '../../api/client.ts';
import {directory, serviceFolder} from '../../config/paths.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {systemClock} from '../../lib/clock.ts';
import {Secret} from '../../lib/secret.ts';
import {UsageError} from '../../lib/usage-error.ts';
import {databaseMessages} from '../../messages/cli-serve-database.ts';
import {openService} from '../../service/index.ts';
import {withDeadline} from '../deadline.ts';
import type {Io} from '../io.ts';
import {reportBug} from '../report.ts';
import type {SessionOptions} from '../session.ts';
import {tokenFileIn, type DatabaseUrls} from './database.ts';

type Options = Pick<SessionOptions, 'deadline'> & {data: string | undefined; urls: DatabaseUrls};

/** Runs a command on the records in a database with the credentials of the owner, beside the instances. */
export async function withDatabase(
	io: Pick<Io, 'env' | 'ending' | 'stderr' | 'diagnostics'>,
	{data, urls: {database, broker}, deadline}: Options,
	command: (api: Api, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const stateDir = directory(io.env, 'RCONDECK_STATE_DIR').path;
	const ownerTokenFile = tokenFileIn(data ?? serviceFolder(stateDir));
	const service = await openService({
		clock: systemClock,
		database: database.reveal(),
		...(broker && {broker: broker.reveal()}),
		ownerTokenFile,
		supervises: false,
		onBug: bug => void reportBug(io, bug, stateDir),
	});
	try {
		const {token} = service.credentials;
		if (token === '') throw new UsageError(databaseMessages.noOwnerToken(ownerTokenFile));
		const api = createApi({
			baseUrl: 'http://localhost',
			credentials: {kind: 'token', token: new Secret(token)},
			clock: systemClock,
			random: Math.random,
			fetch: service.fetch,
			onExchange: io.diagnostics?.onCall,
		});
		await command(api, withDeadline(io.ending, deadline));
	} finally {
		await service.close();
	}
}
