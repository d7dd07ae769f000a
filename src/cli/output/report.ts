import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {makePrivateFolder} from '../../lib/files/private-folder.ts';
import {createRedact} from '../../lib/secrets/redact.ts';
import type {Io} from './io.ts';
import {version} from '../start/version.ts';
import {reportMessages} from '../../messages/cli.ts';

/** Writes a bug report to a new file of `folder`, and its name to the log file. Returns its path, or undefined on failure. */
export function reportBug(
	{env, diagnostics}: Pick<Io, 'env' | 'diagnostics'>,
	bug: unknown,
	folder: string,
): string | undefined {
	const file = writeReport(bug, folder, env, new Date());
	diagnostics?.onBug(file);
	return file;
}

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
		createRedact(env)(stack),
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
