import {patternNames, readTrigger, type ReadTrigger} from '../../contract/automation-trigger.ts';
import {isFields} from '../../contract/wire-values.ts';
import {harmlessJson, readJson} from '../../lib/json/json.ts';
import {deepEqual} from '../../lib/json/depth.ts';
import {parseDuration} from '../../lib/time/duration.ts';
import {isTimeZone} from '../../lib/time/zone.ts';
import {whenMessages as messages} from '../../messages/automation-form.ts';
import {FieldProblem} from '../field.ts';

/*
A trigger as one line: `05:00`, `Mon,Thu 05:00`, `every 30m`, `on crash`, `on OFFLINE`, a cron pattern, and at the end a time zone
that is not the one on screen. Empty: only when triggered. A trigger that has no such line is its JSON.
*/

/** A line that was read. `json`: the trigger itself. */
type When =
	| {kind: 'manual'}
	| {kind: 'json'; value: object}
	| {kind: 'cron'; cron: string; zone: string | undefined}
	| {kind: 'change'; from: string | undefined; to: string | string[]};

const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
/** A service starts a server that has crashed again, or leaves it down. A stop passes through STOPPING. */
const crash = {from: 'ONLINE', to: ['OFFLINE', 'RESTARTING']};
const minutesPerDay = 1440;

/** Reads a line. Throws `FieldProblem`. */
export function readWhen(text: string): When {
	const typed = text.trim();
	if (typed === '' || typed.toLowerCase() === messages.manual) return {kind: 'manual'};
	if (typed.startsWith('{')) {
		const read = readJson(typed);
		if ('value' in read && isFields(read.value)) return {kind: 'json', value: read.value};
		throw new FieldProblem(messages.notJson);
	}
	const [, wanted] = /^on\s+(\S+)$/i.exec(typed) ?? [];
	if (wanted !== undefined && !/^\w+$/.test(wanted)) throw new FieldProblem(messages.notState(wanted));
	if (wanted !== undefined)
		return wanted.toLowerCase() === 'crash'
			? {kind: 'change', ...crash}
			: {kind: 'change', from: undefined, to: wanted.toUpperCase()};
	const words = typed.split(/\s+/);
	const last = words.at(-1) ?? '';
	const zone = words.length > 1 && /[A-Za-z]{3}/.test(last) && isTimeZone(last) ? last : undefined;
	const schedule = zone === undefined ? words : words.slice(0, -1);
	return {kind: 'cron', cron: cronOf(schedule), zone};
}

/** Returns the cron pattern of `05:00`, `Mon-Fri 05:00 17:00`, `every 30m`, or of five to seven fields. */
function cronOf(words: readonly string[]): string {
	if (words.length >= 5 && words.length <= 7 && words.every(word => /^[\d*/,?LW#a-z-]+$/i.test(word)))
		return words.join(' ');
	const interval = words.join(' ').replace(/^every\s+/i, '');
	const ms = parseDuration(interval);
	if (ms !== undefined) return intervalCron(ms, interval);
	const isTime = (word: string) => word.includes(':');
	const times = words.filter(isTime).flatMap(word => word.split(',').filter(part => part !== ''));
	const others = words.filter(word => !isTime(word));
	if (times.length === 0) throw new FieldProblem(messages.notUnderstood(words.join(' ')));
	return timesCron(times, others);
}

function intervalCron(ms: number, written: string): string {
	const minutes = ms / 60_000;
	const isWhole = Number.isInteger(minutes) && minutes > 0;
	if (isWhole && minutes < 60 && 60 % minutes === 0)
		return minutes === 1 ? '* * * * *' : `*/${minutes} * * * *`;
	if (isWhole && minutes % 60 === 0 && minutesPerDay % minutes === 0)
		return minutes === 60
			? '0 * * * *'
			: minutes === minutesPerDay
				? '0 0 * * *'
				: `0 */${minutes / 60} * * *`;
	throw new FieldProblem(messages.unevenInterval(written));
}

function timesCron(times: readonly string[], others: readonly string[]): string {
	const read = times.map(time => {
		const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(time) ?? [];
		if (hour === undefined || Number(hour) > 23 || Number(minute) > 59)
			throw new FieldProblem(messages.notTime(time));
		return {hour: Number(hour), minute: Number(minute)};
	});
	const minutes = new Set(read.map(({minute}) => minute));
	if (minutes.size > 1) throw new FieldProblem(messages.severalMinutes);
	const hours = [...new Set(read.map(({hour}) => hour))].toSorted((one, other) => one - other);
	return `${[...minutes].join('')} ${hours.join(',')} * * ${daysIn(others)}`;
}

/** Returns the days of `Mon,Thu`, `Mon-Fri`, `daily` or `every day` as the last field of a pattern. */
function daysIn(words: readonly string[]): string {
	const typed = words.join(',').toLowerCase();
	if (/^(?:daily|every,day|every|at)?$/.test(typed)) return '*';
	if (/^weekdays?$/.test(typed)) return '1-5';
	const numberOf = (word: string) => {
		const day = days.indexOf(word.slice(0, 3));
		if (day === -1) throw new FieldProblem(messages.notDay(word));
		return day;
	};
	return typed
		.split(',')
		.filter(part => part !== '' && part !== 'every')
		.map(part => part.split('-').map(numberOf).join('-'))
		.join(',');
}

/** Returns the line of a trigger. `screenZone`: the zone of the times on screen. */
export function whenText(trigger: unknown, screenZone: string): string {
	const read = readTrigger(trigger);
	if (read.kind === 'manual') return '';
	if (read.kind === 'schedule') {
		const {zone = 'UTC'} = read;
		const text = patternText(read.pattern.trim());
		const line = zone === screenZone || text.startsWith(messages.every('')) ? text : `${text} ${zone}`;
		// What could act on a terminal is shown with escapes.
		return harmlessJson(line) === line ? line : harmlessJson(JSON.stringify(trigger));
	}
	const {from, to, type: _, kind: _kind, ...others} = isFields(trigger) ? trigger : {};
	if (read.kind === 'state' && Object.keys(others).length === 0) {
		if (deepEqual({from, to}, crash)) return messages.onCrash;
		if (from === undefined && typeof to === 'string' && /^\w+$/.test(to)) return messages.on(to);
	}
	return harmlessJson(JSON.stringify(trigger));
}

/** Returns a trigger in a few words, such as `daily 05:00`; undefined if only a sentence says it. Seconds are left out. */
export function briefTrigger(read: ReadTrigger): string | undefined {
	if (read.kind === 'state') {
		const {from = [], to = []} = read;
		if (deepEqual({from, to}, {...crash, from: [crash.from]})) return messages.onCrash;
		const states = [from, to].filter(({length}) => length > 0).map(names => names.join(' or '));
		return to.length === 0 ? undefined : messages.on(states.join(' -> '));
	}
	if (read.kind !== 'schedule') return undefined;
	const {minute, hour, date, rest} = fieldsOf(read.pattern);
	const isMonthly = /^\d+(?:,\d+)*$/.test(date) && rest === '* *';
	const pattern = `${minute} ${hour} ${isMonthly ? '*' : date} ${rest}`;
	const text = patternText(pattern);
	if (text === pattern) return undefined;
	if (isMonthly) return /^\d/.test(text) ? messages.monthly(date, text) : undefined;
	return /^\d/.test(text) ? messages.daily(text) : text;
}

/** Returns the fields of a pattern as Unix has them, where Sunday is 0; seconds are left out. `rest`: month, day of the week, year. */
function fieldsOf(pattern: string): {minute: string; hour: string; date: string; rest: string} {
	const fields = pattern.trim().toLowerCase().replaceAll('?', '*').split(/\s+/);
	const isQuartz = fields.length > 5 && /^\d+$/.test(fields[0] ?? '');
	const [minute = '', hour = '', date = '', month = '', day = '', year = '*'] = fields.slice(
		isQuartz ? 1 : 0,
	);
	const dayNumber = (word: string) =>
		String(/\d/.test(word) ? (Number(word) + (isQuartz ? 6 : 7)) % 7 : days.indexOf(word));
	const dayOfWeek = day.replaceAll(/\b(?:sun|mon|tue|wed|thu|fri|sat|[0-7])\b/g, dayNumber);
	return {minute, hour, date, rest: `${month} ${dayOfWeek}${year === '*' ? '' : ` ${year}`}`};
}

/** Returns the shortest line for a pattern that is read back as the same pattern. */
function patternText(pattern: string): string {
	const [minute = '', hour = '', , , day = ''] = pattern.split(/\s+/);
	const [, minutes] = /^\*\/(\d+)$/.exec(minute) ?? [];
	const [, hours] = /^\*\/(\d+)$/.exec(hour) ?? [];
	const clock = hour
		.split(',')
		.map(part => `${part.padStart(2, '0')}:${minute.padStart(2, '0')}`)
		.join(' ');
	const named = day.replaceAll(/\d/g, digit => dayNames[Number(digit)] ?? digit);
	const lines = [
		messages.every(minute === '*' ? '1m' : `${minutes ?? '?'}m`),
		messages.every(hour === '*' ? '1h' : `${hours ?? '?'}h`),
		clock,
		`${named} ${clock}`,
	];
	return lines.find(line => isPatternOf(line, pattern)) ?? pattern;
}

function isPatternOf(line: string, pattern: string): boolean {
	try {
		return cronOf(line.split(' ')) === pattern;
	} catch (error) {
		if (error instanceof FieldProblem) return false;
		throw error;
	}
}

/** Returns the trigger of a line. Fields of the former one that the form does not know stay in a schedule. */
export function triggerOf(text: string, former: unknown, screenZone: string): unknown {
	const when = readWhen(text);
	switch (when.kind) {
		case 'manual':
			return null;
		case 'json':
			return when.value;
		case 'change': {
			const {from, to} = when;
			return {type: 'STATE_CHANGE', ...(from !== undefined && {from}), to};
		}
		case 'cron': {
			const {cron, zone = screenZone} = when;
			const old = isFields(former) ? former : {};
			const name = patternNames.find(field => typeof old[field] === 'string');
			return name === undefined
				? {type: 'CRON', cron, timezone: zone}
				: {...old, [name]: cron, timezone: zone};
		}
	}
}
