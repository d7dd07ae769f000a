import type {ByName} from '../json/maps.ts';
import {harmlessJson} from '../json/json.ts';
import {withoutSecrets} from '../secrets/secret-patterns.ts';
import {printableLine} from '../text/text.ts';
import {zonedText} from '../time/ago.ts';

/** The levels of a log, the most important first. `trace` includes bodies. */
export const logLevels = ['error', 'warn', 'info', 'debug', 'trace'] as const;
export type LogLevel = (typeof logLevels)[number];

export const logFormats = ['text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

export type LogFields = ByName<string | number | boolean | undefined>;

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
	/** Fields of every entry. */
	fields?: LogFields;
	/** Removes secrets from a text (default: recognizable secrets). */
	redact?: (text: string) => string;
};

/** Unread output beyond this is dropped, in bytes. */
const maxUnread = 1024 * 1024;

/** Opens a log with one line for each entry: a JSON object, or text with `name=value`. */
export function openLog(options: Options): Log {
	const {level: least, format, output, now, fields: common, redact = withoutSecrets} = options;
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
				const {message, fields} = entry;
				const clean = {message: redact(message), fields: cleanFields({...common, ...fields}, redact)};
				output.write(`${lineOf(now(), {...entry, ...clean})}\n`);
			} catch {
				dropped += 1;
			}
		},
	};
}

type CleanEntry = LogEntry & {fields: ByName<string | number | boolean>};

function jsonLine(at: number, {level, event, message, fields}: CleanEntry): string {
	return harmlessJson(JSON.stringify({time: new Date(at).toISOString(), level, event, message, ...fields}));
}

/** For people: the time is in their zone. */
function textLine(at: number, {level, message, fields}: CleanEntry): string {
	const pairs = Object.entries(fields).map(([name, value]) => `${name}=${quoted(String(value))}`);
	return printableLine([zonedText(at, false), level.toUpperCase().padEnd(5), message, ...pairs].join(' '));
}

const quoted = (text: string) => (/^[^\s"=]+$/.test(text) ? text : JSON.stringify(text));

function cleanFields(fields: LogFields, redact: (text: string) => string): CleanEntry['fields'] {
	return Object.fromEntries(
		Object.entries(fields).flatMap(([name, value]) => {
			if (value === undefined) return [];
			return [[name, typeof value === 'string' ? redact(value) : value]];
		}),
	);
}
