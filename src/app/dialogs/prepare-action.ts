import {ApiError} from '../../contract/errors.ts';
import {sanitizeServer} from '../kernel/sanitize.ts';
import {failureOf, type Failure} from '../kernel/failure.ts';
import type {GameServer} from '../../contract/models/server.ts';
import type {PickedFile} from '../../actions/context.ts';
import {placeholderServer} from '../../actions/placeholder-server.ts';
import type {Typed} from '../../actions/action.ts';
import {printableLine} from '../../lib/text.ts';
import type {Form} from '../kernel/form.ts';
import type {Services} from '../kernel/services.ts';
import type {Reading} from '../kernel/dialog-state.ts';
import {pollFleet} from '../servers/read-fleet.ts';

/** Reads the file named in a field as it will be sent; returns the problem if it cannot be read. */
export async function readPickedFile(
	{frontEnd}: Services,
	{field, maxBytes, accept}: NonNullable<Form['file']>,
	typed: Typed,
): Promise<{file: PickedFile} | {problems: Readonly<Record<string, string>>}> {
	const read = await frontEnd.readFile((typed[field] ?? '').trim(), maxBytes);
	const picked = 'problem' in read ? read : accept(read);
	return 'problem' in picked ? {problems: {[field]: printableLine(picked.problem)}} : {file: picked};
}

/** Reads the servers of an action again for its review, because players may have joined since the last poll. */
export async function readServers(services: Services, serverIds: readonly string[]): Promise<Reading> {
	const {clock} = services;
	try {
		const read = await newest(services, serverIds);
		return {at: clock.now(), ...read};
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return {at: clock.now(), failure: failureOf(error)};
	}
}

/** One server is read by itself; for several, one request reads the entire list. */
async function newest(
	services: Services,
	serverIds: readonly string[],
): Promise<{server: GameServer} | {failure: Failure}> {
	const {api, store} = services;
	const serverId = serverIds[0] ?? '';
	if (serverIds.length === 1)
		return {server: sanitizeServer(await api.getServer({serverId}, {deadlineMs: 4000}))};
	await pollFleet(services, services.ended);
	const {servers, problem} = store.getState().fleet;
	return problem
		? {failure: problem.failure}
		: {server: servers.get(serverId) ?? placeholderServer(serverId)};
}
