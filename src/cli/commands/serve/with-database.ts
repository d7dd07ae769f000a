import {createApi} from '../../../client/rest/client.ts';
import {directory, serviceFolder} from '../../../config/paths.ts';
import type {Api} from '../../../contract/endpoints/index.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {Secret} from '../../../lib/secrets/secret.ts';
import {Unavailable, UsageError} from '../../../lib/errors.ts';
import {databaseMessages} from '../../../messages/serve.ts';
import {openService} from '../../../service/index.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import {withDeadline} from '../../start/deadline.ts';
import type {Io} from '../../output/io.ts';
import {reportBug} from '../../output/report.ts';
import type {SessionOptions} from '../../start/session.ts';
import {type DatabaseUrls, tokenFileIn} from './database.ts';

type Options = Pick<SessionOptions, 'deadline'> & {data: string | undefined; urls: DatabaseUrls};

/** Runs a command on the records in a database with the credentials of the owner, beside the instances. */
export async function withDatabase(
	io: Pick<Io, 'env' | 'ending' | 'stderr' | 'diagnostics'>,
	{data, urls: {database, broker}, deadline}: Options,
	command: (api: Api, signal: AbortSignal) => Promise<void>,
): Promise<void> {
	const stateDir = directory(io.env, 'RCONDECK_STATE_DIR').path;
	const ownerTokenFile = tokenFileIn(data ?? serviceFolder(stateDir));
	const opening = openService({
		clock: systemClock,
		database: database.reveal(),
		...(broker && {broker: broker.reveal()}),
		ownerTokenFile,
		supervises: false,
		onBug: bug => void reportBug(io, bug, stateDir),
	});
	const service = await opening.catch((error: unknown) => {
		if (!(error instanceof Unavailable)) throw error;
		throw new CommandError(error.message, exitCodes.notReachable);
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
