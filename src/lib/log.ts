import {harmlessJson} from './json.ts';
import {withoutSecrets} from './secrets.ts';
import {printableLine} from './text.ts';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** An event: `event` for programs, `message` for people. */
export type LogEntry = {level: LogLevel; event: string; message: string; fields?: LogFields};

export type Log = {
	/** Never throws and never waits. Removes secrets. */
	write: (entry: LogEntry) => void;
	/** The number of lines that were dropped because nobody read the output. */
	dropped: () => number;
};

type Options = {
	level: LogLevel;
	format: LogFormat;
	output: {write: (text: string) => unknown; readonly writableLength?: number};
	now: () => number;
};

/** Unread output beyond this is dropped, in bytes. */
const maxUnread = 1024 * 1024;

/** Opens a log with one line for each entry: a JSON object, or text with `name=value`. */
export function openLog({level: least, format, output, now}: Options): Log {
	const lineOf = format === 'json' ? jsonLine : textLine;
	let dropped = 0;
	return {
		dropped: () => dropped,
		write: entry => {
			if (logLevels.indexOf(entry.level) > logLevels.indexOf(least)) return;
			// Output for a stalled reader must not exhaust memory.
			if ((output.writableLength ?? 0) > maxUnread) {
				dropped += 1;
				return;
			}
			try {
				output.write(`${lineOf(new Date(now()).toISOString(), entry)}\n`);
			} catch {
				dropped += 1;
			}
		},
	};
}

function jsonLine(time: string, {level, event, message, fields}: LogEntry): string {
	return harmlessJson(
		JSON.stringify({time, level, event, message: withoutSecrets(message), ...clean(fields)}),
	);
}

function textLine(time: string, {level, message, fields}: LogEntry): string {
	const pairs = Object.entries(clean(fields)).map(([name, value]) => `${name}=${quoted(String(value))}`);
	return printableLine([time, level.toUpperCase().padEnd(5), withoutSecrets(message), ...pairs].join(' '));
}

const quoted = (text: string) => (/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text));

function clean(fields: LogFields = {}): Record<string, string | number | boolean> {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			if (value === undefined) return [];
			return [[name, typeof value === 'string' ? withoutSecrets(value) : value]];
		}),
	);
}
