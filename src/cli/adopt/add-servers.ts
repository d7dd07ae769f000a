import {randomUUID} from 'node:crypto';
import {rmSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import type {PlannedServer} from '../../adopt/plan.ts';
import type {Api} from '../../contract/endpoints/index.ts';
import {ApiError} from '../../contract/errors.ts';
import type {OwnSettings, SecretSource} from '../../contract/models/own-server.ts';
import {systemClock} from '../../lib/clock.ts';
import {makePrivateFolder} from '../../lib/private-folder.ts';
import type {Secret} from '../../lib/secret.ts';
import {adoptCommandMessages as messages} from '../../messages/cli-adopt.ts';
import {writeProblem} from '../../messages/files.ts';
import {prove} from '../../service/own/prove.ts';
import {failureText} from '../failure-text.ts';

/** What became of a server. `reason` is a sentence; `warnings` say what does not work although it was added. */
export type Added = {id: string; warnings: readonly string[]} | {reason: string};

type Options = {
	api: Api;
	env: NodeJS.ProcessEnv;
	signal: AbortSignal;
	/** The folder for passwords. */
	folder: string;
	/** Whether to connect to the console first. */
	isProved: boolean;
};

const [stopMs, readyMs] = [30_000, 300_000];

/** Adds a server if its console answers. Its password is kept only if it was added. */
export async function addServer(server: PlannedServer, options: Options): Promise<Added> {
	const {api, env, signal, folder, isProved} = options;
	const {name: displayName, gameType, console: target, password: found, settings: known} = server;
	let file: string | undefined;
	let added: Added | undefined;
	try {
		const isText = found && 'text' in found;
		if (isText) file = writePassword(found.text, folder);
		const password: SecretSource | undefined = isText ? {file: file ?? ''} : found;
		const console = {...target, ...(password && {password})};
		const {query, ...rest}: OwnSettings = {...known, console, stopMs, readyMs};
		const settings = {...rest, ...(query && {query})};
		const proof = isProved ? await prove(settings, gameType, {clock: systemClock, env, signal}) : undefined;
		if (proof?.console && proof.console.kind !== 'answered') return {reason: proof.console.reason};
		const isSilent = proof?.query !== undefined && proof.query.kind !== 'answered';
		const input = {displayName, gameType, settings: isSilent ? rest : settings};
		const {id} = await api.addOwnServer(input, {signal});
		const warnings = [
			...(isSilent ? [messages.noQuery] : []),
			...(proof?.power?.kind === 'unknown' ? [messages.noPower(proof.power.reason)] : []),
		];
		added = {id, warnings};
		return added;
	} catch (error) {
		if (error instanceof ApiError) return {reason: failureText(error)};
		if (error instanceof PasswordNotWritten) return {reason: error.message};
		throw error;
	} finally {
		if (file !== undefined && !added) rmSync(file, {force: true});
	}
}

class PasswordNotWritten extends Error {
	override name = 'PasswordNotWritten';
}

/** Returns the new file, which only its owner can read. */
function writePassword(password: Secret, folder: string): string {
	const file = path.join(folder, randomUUID());
	try {
		makePrivateFolder(folder);
		writeFileSync(file, `${password.reveal()}\n`, {mode: 0o600, flag: 'wx'});
		return file;
	} catch (cause) {
		throw new PasswordNotWritten(writeProblem(cause, file), {cause});
	}
}
