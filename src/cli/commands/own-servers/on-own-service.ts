import type {Api} from '../../../contract/endpoints/index.ts';
import type {GameServer} from '../../../contract/models/server.ts';
import type {Flags} from '../../../config/profile.ts';
import {directory, serviceFolder} from '../../../config/paths.ts';
import type {OwnServer} from '../../../contract/models/own-server.ts';
import {findNamed, lookupProblem} from '../../../actions/find-named.ts';
import {namesOf} from '../../../actions/names.ts';
import {findMessages} from '../../../messages/cli.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {ownCommandMessages} from '../../../messages/own-servers.ts';
import {requestMessages} from '../../../messages/errors.ts';
import {consent, type ConsentRequest} from '../../output/consent.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import type {Io} from '../../output/io.ts';
import type {SessionOptions} from '../../start/session.ts';
import {withLocalService} from '../../start/with-local-service.ts';

/** The local service, as a command that changes its servers uses it. */
export type OwnCall = {api: Api; signal: AbortSignal; servers: readonly GameServer[]; folder: string};

type Globals = Flags & SessionOptions;

/** Asks for confirmation of a change if one is needed. Throws `CommandError` unless confirmed. */
export async function agree(
	io: Io,
	{yes, readOnly}: Globals,
	asked: Pick<ConsentRequest, 'verb' | 'summary' | 'word' | 'isHarmless'>,
): Promise<void> {
	if (readOnly) throw new CommandError(requestMessages.readOnly, exitCodes.refusedByUs);
	await consent(io, {readOnly: false, protect: 'normal'}, yes, {...asked, risk: 'review'});
}

/** Throws `UsageError` for an option that names another service than the local one. */
export function checkIsLocal({demo, url, profile}: Globals): void {
	const stray = Object.entries({demo, url, profile: profile === 'local' ? undefined : profile}).find(
		([, value]) => value !== undefined,
	);
	if (stray) throw new UsageError(ownCommandMessages.localOnly(`--${stray[0]}`));
}

/**
Runs a command on the servers of the local service, whatever service is configured. `folder`: that of another local
service than the usual one.
*/
export function onOwnService<Result>(
	io: Io,
	flags: Globals,
	command: (call: OwnCall) => Promise<Result>,
	folder = serviceFolder(directory(io.env, 'RCONDECK_STATE_DIR').path),
): Promise<Result> {
	return withLocalService(io, {...flags, data: folder}, async (api, signal) => {
		const {id: teamId} = await api.myTeam({}, {signal});
		const {items: servers} = await api.listServers({teamId}, {signal});
		return command({api, signal, servers, folder});
	});
}

/** Returns the server with this name or id as its owner has described it. Throws `CommandError` if there is none. */
export async function findOwnServer({api, signal, servers}: OwnCall, word: string): Promise<OwnServer> {
	const found = findNamed(servers.map(namesOf), word);
	if ('id' in found && found.isListed) return api.getOwnServer({serverId: found.id}, {signal});
	const problem = lookupProblem('server', word, 'id' in found ? {near: []} : found);
	throw new CommandError(printableLine(`${problem} ${findMessages.whereServersAre}`), exitCodes.notFound);
}
