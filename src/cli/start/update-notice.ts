import {readFileSync} from 'node:fs';
import path from 'node:path';
import {openHttp} from '../../lib/net/http.ts';
import {jsonOf} from '../../lib/net/http-message.ts';
import {makePrivateFolder, writePrivateFile} from '../../lib/files/private-folder.ts';
import {withoutOwnVariables} from '../../lib/process/secret-variables.ts';

const dayMs = 24 * 3_600_000;
const timeoutMs = 3000;
/** A package of a registry lists all that it contains. */
const maxBytes = 1024 * 1024;

type Options = {
	/** Answers with JSON that has the newest version as `version` or `tag_name`. */
	url: string;
	/** The version that runs. */
	current: string;
	stateDir: string;
	env: NodeJS.ProcessEnv;
	/** Epoch ms. */
	now: number;
	signal: AbortSignal;
};

/**
Asks for the newest version, and returns it if it is newer. Asks, and so returns one, at most once a day and never in CI.
Sends no credentials, client certificate or version. Never rejects: whoever cannot be reached today is asked tomorrow.
*/
export async function newerVersion(options: Options): Promise<string | undefined> {
	const {url, current, stateDir, env, now, signal} = options;
	if ((env['CI'] ?? '') !== '' || !claimDay(stateDir, now)) return undefined;
	const http = openHttp(withoutOwnVariables(env));
	try {
		const headers = {Accept: 'application/json', 'User-Agent': 'rcondeck'};
		const request = {method: 'GET', url: new URL(url), headers};
		const answer = await http.send(request, {signal, timeoutMs, maxBytes});
		const newest = answer.status === 200 && !answer.isCut ? versionIn(jsonOf(answer)) : undefined;
		return newest !== undefined && isNewer(newest, current) ? newest : undefined;
	} catch {
		return undefined;
	} finally {
		http.close();
	}
}

/** Returns false if this or another session has asked within a day, or the time cannot be stored. */
function claimDay(stateDir: string, now: number): boolean {
	const file = path.join(stateDir, 'update-checked');
	try {
		const age = now - Date.parse(readFileSync(file, 'utf8').trim());
		if (age >= 0 && age < dayMs) return false;
	} catch {
		// It was never asked for.
	}
	try {
		makePrivateFolder(stateDir);
		writePrivateFile(file, `${new Date(now).toISOString()}\n`);
		return true;
	} catch {
		return false;
	}
}

function versionIn(answer: unknown): string | undefined {
	if (typeof answer !== 'object' || answer === null) return undefined;
	const {version, tag_name: tag} = answer as Record<string, unknown>;
	const found = version ?? tag;
	return typeof found === 'string' ? /^v?(\d{1,6}\.\d{1,6}\.\d{1,6})$/.exec(found)?.[1] : undefined;
}

function isNewer(newest: string, current: string): boolean {
	const [a, b] = [newest, current].map(version => version.split(/[.-]/).slice(0, 3).map(Number));
	const at = a?.findIndex((part, place) => part !== b?.[place]) ?? -1;
	return at !== -1 && (a?.[at] ?? 0) > (b?.[at] ?? 0);
}
