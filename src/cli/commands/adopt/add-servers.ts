import type {PlannedServer} from '../../../adopt/plan.ts';
import type {Api} from '../../../contract/endpoints/index.ts';
import {ApiError, hasNotRun} from '../../../contract/errors.ts';
import type {OwnSettings, SecretSource} from '../../../contract/models/own-server.ts';
import {systemClock} from '../../../lib/time/clock.ts';
import {UsageError} from '../../../lib/errors.ts';
import {adoptCommandMessages as messages} from '../../../messages/adopt.ts';
import {prove} from '../../../service/own/prove.ts';
import {failureText} from '../../output/exit-codes.ts';
import {probableQuery} from '../own-servers/game.ts';
import {removeStoredPassword, storePassword} from '../own-servers/secret-files.ts';
import {usualLimits} from '../own-servers/settings.ts';

/** The outcome for a server. `reason` is a sentence; `warnings` list the features of an added server that do not work. */
export type Added = {id: string; warnings: readonly string[]} | {reason: string};

type Options = {
	api: Api;
	env: NodeJS.ProcessEnv;
	signal: AbortSignal;
	/** The folder of the service. */
	folder: string;
	/** Connect to the console first. */
	isProved: boolean;
};

/** Adds a server if its console answers. Its password is kept unless it was certainly not added. */
export async function addServer(server: PlannedServer, options: Options): Promise<Added> {
	const {api, env, signal, folder, isProved} = options;
	const {name: displayName, gameType, console: target, password: found, settings: known} = server;
	let stored: SecretSource | undefined;
	let mayBeAdded = false;
	try {
		if (found && 'text' in found) stored = storePassword(folder, found.text.reveal());
		const password = found && 'text' in found ? stored : found;
		const console = {...target, ...(password && {password})};
		const rest: OwnSettings = {console, power: known.power, ...usualLimits(gameType)};
		const query = known.query ?? (isProved ? probableQuery(gameType, target) : undefined);
		const settings = {...rest, ...(query && {query})};
		const proof = isProved ? await prove(settings, gameType, {clock: systemClock, env, signal}) : undefined;
		if (proof?.console && proof.console.kind !== 'answered') return {reason: proof.console.reason};
		const isSilent = proof?.query !== undefined && proof.query.kind !== 'answered';
		const input = {displayName, gameType, settings: isSilent ? rest : settings};
		mayBeAdded = true;
		const {id} = await api.addOwnServer(input, {signal});
		const warnings = [
			...(isSilent && known.query ? [messages.noQuery] : []),
			...(proof?.power?.kind === 'unknown' ? [messages.noPower(proof.power.reason)] : []),
		];
		return {id, warnings};
	} catch (error) {
		if (hasNotRun(error)) mayBeAdded = false;
		if (error instanceof ApiError) return {reason: failureText(error)};
		// The password could not be written.
		if (error instanceof UsageError) return {reason: error.message};
		throw error;
	} finally {
		if (!mayBeAdded) removeStoredPassword(folder, stored);
	}
}
