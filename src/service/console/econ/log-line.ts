import type {LineMeaning} from '../line-exchange.ts';

/*
Lines of the log as seen on Teeworlds 0.7.5, `[22:34:04][chat]: text`, and on DDNet 16.4,
`2026-11-22 22:35:15 I chat: text`.
*/
const prefixes = [/^\[[^\]]+\]\[([^\]]+)\]: /, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d [A-Z] ([^: ]+): /];

/** Parts of the game that only report. */
const reporters = new Set([
	'econ',
	'game',
	'teamchat',
	'datafile',
	'register',
	'net',
	'engine',
	'sql',
	'http',
	'host_lookup',
]);

type LogLine = {
	/** The part of the game that printed the line, in lower case; undefined for a line outside the log. */
	from: string | undefined;
	text: string;
};

function readLogLine(line: string): LogLine {
	for (const prefix of prefixes) {
		const found = prefix.exec(line);
		if (found) return {from: found[1]?.toLowerCase(), text: line.slice(found[0].length)};
	}
	return {from: undefined, text: line};
}

/** Returns what a line means while a command runs. The console prints the whole log, so most lines can be anything. */
export function meaningOf(line: string, command: string): LineMeaning {
	const {from, text} = readLogLine(line);
	// The output of a message to the players is the line that they see.
	if (from === 'chat') return text.startsWith('*** ') && command.includes(text.slice(4)) ? 'answer' : 'event';
	if (from === undefined) return 'answer';
	if (reporters.has(from)) return 'event';
	// Clients are named so when they come and go; the output of `status` has `id`.
	return from === 'server' && /\b(cid|ClientID)=\d/i.test(text) ? 'event' : 'answer';
}

export const kindOf = (line: string): 'chat' | 'output' =>
	['chat', 'teamchat'].includes(readLogLine(line).from ?? '') ? 'chat' : 'output';

/** Returns true for the log of a command that an admin typed. Teeworlds logs it; DDNet does not. */
export const isLogOf = (command: string, line: string): boolean =>
	/\bcid=\d+ cmd='/.test(line) && line.endsWith(`cmd='${command}'`);

export const isLogOfLogin = (line: string): boolean => {
	const {from, text} = readLogLine(line);
	return from === 'econ' && /^cid=\d+ authed$/.test(text);
};
