import {writeFileSync} from 'node:fs';
import {homedir} from 'node:os';
import path from 'node:path';
import {makePrivateFolder} from '../lib/private-folder.ts';
import {withoutSecrets} from '../lib/secret.ts';
import {isSecretVariable} from '../lib/secret-variables.ts';
import {version} from './version.ts';
import {reportMessages} from '../messages/cli-start.ts';

/**
Writes a bug report to a new file of `folder`. Returns its path, or undefined on failure. The report contains no
secrets: no arguments, environment or answers.
*/
export function writeReport(
	bug: unknown,
	folder: string,
	env: NodeJS.ProcessEnv,
	at: Date,
): string | undefined {
	const stack = bug instanceof Error ? (bug.stack ?? bug.message) : String(bug);
	const text = [
		reportMessages.program(version, process.versions.node, process.platform, process.arch),
		reportMessages.moment(at.toISOString(), Math.round(process.uptime())),
		'',
		redact(stack, env),
		'',
	].join('\n');
	const file = path.join(folder, `report-${at.toISOString().replaceAll(/[:.]/g, '-')}-${process.pid}.txt`);
	try {
		makePrivateFolder(folder);
		writeFileSync(file, text, {mode: 0o600, flag: 'wx'});
		return file;
	} catch {
		return undefined;
	}
}

/** Removes the secrets of this process, everything but the host from URLs, and the path of the home folder. */
function redact(text: string, env: NodeJS.ProcessEnv): string {
	const secrets = Object.entries(env).flatMap(([name, value = '']) => (isSecretVariable(name) ? value : []));
	const long = secrets.filter(secret => secret.length >= 3);
	const hidden = long.reduce((rest, secret) => rest.replaceAll(secret, '••••'), text);
	return withoutSecrets(hidden)
		.replaceAll(/\b(https?|wss?):\/\/[^\s/"'?#]*@/g, '$1://••••@')
		.replaceAll(/(\b(?:https?|wss?):\/\/[^\s"'?#]*)[?#][^\s"')]*/g, '$1?••••')
		.replaceAll(homedir(), '~');
}
