import {envValue} from '../../config/paths.ts';
import {type LogLevel, logLevels} from '../../lib/files/log.ts';
import {UsageError} from '../../lib/errors.ts';
import type {Io} from './io.ts';

export type LogOptions = {logFile?: string; logLevel?: LogLevel; verbose?: true};

/** Returns the file of `--log-file` or RCONDECK_LOG; an empty option turns the variable off. */
export const logFileOf = (env: Io['env'], {logFile}: LogOptions): string | undefined =>
	(logFile ?? envValue(env, 'RCONDECK_LOG')) || undefined;

/** Opens the log file, if one is configured: otherwise nothing is loaded. Throws `UsageError` if it cannot be written. */
export async function openLogIfAsked(io: Io, options: LogOptions, command: string): Promise<void> {
	const file = logFileOf(io.env, options);
	if (options.verbose) {
		const {logOptionMessages} = await import('../../messages/doctor.ts');
		// The screen is drawn over whatever stderr shows.
		if (command === 'tui') throw new UsageError(logOptionMessages.verboseInTui);
		if (options.logFile !== undefined) throw new UsageError(logOptionMessages.verboseAndFile);
		const {openVerbose} = await import('./diagnostics.ts');
		io.diagnostics = openVerbose(io);
		return;
	}
	if (file === undefined && options.logLevel === undefined) return;
	const {logOptionMessages} = await import('../../messages/doctor.ts');
	if (file === undefined) {
		// Its log is also on stderr.
		if (command === 'serve') return;
		throw new UsageError(logOptionMessages.levelWithoutFile);
	}
	const {openDiagnostics} = await import('./diagnostics.ts');
	const named = envValue(io.env, 'RCONDECK_LOG_LEVEL');
	const level = options.logLevel ?? logLevels.find(one => one === (named ?? 'debug'));
	if (level === undefined) throw new UsageError(logOptionMessages.wrongLevel(named ?? '', logLevels));
	io.diagnostics = openDiagnostics({file, level, env: io.env, command});
}
