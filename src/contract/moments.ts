/** A moment in a record: epoch milliseconds; the service's text if it is invalid, shown as `unknown`; or undefined. */
export type Moment = number | string | undefined;

/** Returns the epoch milliseconds of a valid moment, otherwise undefined. */
export const knownMoment = (moment: Moment): number | undefined =>
	typeof moment === 'number' ? moment : undefined;

/** Formats a moment: `unknown` if it could not be read, `missing` if it was not sent. */
export const momentText = <Text, Missing>(
	moment: Moment,
	textOf: (at: number) => Text,
	missing: Missing,
): Text | string | Missing =>
	moment === undefined ? missing : typeof moment === 'number' ? textOf(moment) : unknownMoment;

const unknownMoment = 'unknown';

/** Returns the first valid moment, or the first that was sent if none is valid. */
export const firstMoment = (...moments: readonly Moment[]): Moment =>
	moments.find(moment => typeof moment === 'number') ?? moments.find(moment => moment !== undefined);

/** Returns a comparator that puts the latest moment first and unknown ones last. */
export const latestFirst =
	<Item>(momentOf: (item: Item) => Moment) =>
	(one: Item, other: Item): number =>
		(knownMoment(momentOf(other)) ?? 0) - (knownMoment(momentOf(one)) ?? 0);

/** Reads a moment in any of its wire formats. Null, empty text and undefined become undefined. Never throws. */
export function readMoment(value: unknown): Moment {
	if (value === null || value === undefined || value === '') return undefined;
	const at = momentOf(value);
	if (at !== undefined) return at;
	return typeof value === 'object' ? 'unreadable' : String(value);
}

/**
Returns the epoch milliseconds of a moment, or undefined for any other value. It reads ISO 8601 text (extended or basic,
by calendar day, ordinal day or week; with a space for the T; UTC without a zone; with `[Europe/Berlin]` after or instead
of the offset), RFC 1123 text, epoch seconds with a fraction, milliseconds, microseconds or nanoseconds (also as text), and
the numbers `[year, month, day, hour, minute, second, nanosecond]` with trailing ones optional.
*/
export function momentOf(value: unknown): number | undefined {
	if (typeof value === 'string') return ofText(value);
	if (typeof value === 'number') return ofEpoch(value);
	return Array.isArray(value) ? ofParts(value) : undefined;
}

/** Accepts the years 1 to 9999, which both ISO 8601 text and `Date` can represent. */
const checkYear = (ms: number): number | undefined =>
	ms >= -62_135_596_800_000 && ms <= 253_402_300_799_999 ? Math.floor(ms) : undefined;

/** Each unit, as far as the year 9999, is below the next one of all years since 1978. */
function ofEpoch(value: number): number | undefined {
	if (value <= 1e11) return checkYear(value * 1000);
	if (value < 2.6e14) return checkYear(value);
	return checkYear(value < 2.6e17 ? value / 1e3 : value / 1e6);
}

function ofText(text: string): number | undefined {
	// Fast path for the usual format: one response may hold a million moments.
	const isUsual =
		text.charCodeAt(4) === charCodes.dash &&
		text.charCodeAt(10) === charCodes.T &&
		text.charCodeAt(text.length - 1) === charCodes.Z;
	if (isUsual) {
		const ms = Date.parse(text);
		if (!Number.isNaN(ms)) return checkYear(ms);
	}
	const trimmed = text.trim();
	const iso = isoForm.exec(trimmed);
	if (iso?.groups) return ofIso(iso.groups);
	if (/^\d{9,19}(?:\.\d+)?$/.test(trimmed)) return ofEpoch(Number(trimmed));
	return rfcForm.test(trimmed) ? ofMs(Date.parse(trimmed)) : undefined;
}

const charCodes = {dash: 45, T: 84, Z: 90};

/** A day of a calendar month, of a year or of a week, each in the extended and in the basic form. (ISO 8601) */
const dayForm =
	/(?<year>\d{4})(?:(?<dash>-?)(?<month>\d\d)\k<dash>(?<day>\d\d)|-?(?<ordinal>\d{3})|-?W(?<week>\d\d)(?:-?(?<weekday>[1-7]))?)/;
const timeForm = /(?<hour>\d\d):?(?<minute>\d\d)(?::?(?<second>\d\d)(?:[.,](?<fraction>\d{1,20}))?)?/;
const zoneForm = /(?:(?<utc>Z|UTC|GMT)|(?<hours>[+-]\d\d)(?::?(?<minutes>\d\d))?)?(?:\[(?<zone>[^\]]+)\])?/;
const isoForm = new RegExp(`^${dayForm.source}(?:[T\\s]${timeForm.source})?\\s?${zoneForm.source}$`, 'i');
const rfcForm = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/i;

type Groups = NonNullable<RegExpExecArray['groups']>;

function ofIso(groups: Groups): number | undefined {
	const {
		hour = '00',
		minute = '00',
		second = '00',
		fraction = '0',
		hours,
		minutes = '00',
		utc,
		zone,
	} = groups;
	const date = dateOf(groups);
	if (date === undefined) return undefined;
	const local = `${date}T${hour}:${minute}:${second}.${fraction.slice(0, 3)}`;
	if (hours !== undefined) return ofMs(Date.parse(`${local}${hours}:${minutes}`));
	const asUtc = ofMs(Date.parse(`${local}Z`));
	return asUtc === undefined || utc !== undefined || zone === undefined ? asUtc : inZone(asUtc, zone);
}

const dayMs = 86_400_000;

/** Returns the date as `2026-11-22`, or undefined if there is no such day or week in the year. */
function dateOf(groups: Groups): string | undefined {
	const {year = '', month, day, ordinal, week, weekday = '1'} = groups;
	if (month !== undefined && day !== undefined) return `${year}-${month}-${day}`;
	const first = Date.parse(`${year}-01-01T00:00:00Z`);
	const after =
		ordinal === undefined
			? firstMonday(first) + 7 * Number(week) - 7 + Number(weekday) - 1
			: Number(ordinal) - 1;
	const date = new Date(first + after * dayMs);
	// A week of the year is one whose Thursday lies in it.
	const deciding = ordinal === undefined ? new Date(date.getTime() + (4 - Number(weekday)) * dayMs) : date;
	const isThere = ordinal === undefined ? Number(week) > 0 : Number(ordinal) > 0;
	return isThere && deciding.getUTCFullYear() === Number(year) ? date.toISOString().slice(0, 10) : undefined;
}

/** The days from January 1 to the Monday of the week with January 4. */
const firstMonday = (first: number) => 3 - ((new Date(first + 3 * dayMs).getUTCDay() + 6) % 7);

const ofMs = (ms: number) => (Number.isNaN(ms) ? undefined : checkYear(ms));

/** Returns the moment at which clocks in the zone show the time that UTC shows at `asUtc`. */
function inZone(asUtc: number, zone: string): number | undefined {
	try {
		const format = new Intl.DateTimeFormat('sv', {timeZone: zone, dateStyle: 'short', timeStyle: 'medium'});
		// Formatted like `2026-11-22 09:41:00`. The offset is how far the zone's clocks are ahead of `at`.
		const offset = (at: number) =>
			Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
		// Near a change of the offset, the first guess may lie on the wrong side of it.
		return ofMs(asUtc - offset(asUtc - offset(asUtc)));
	} catch {
		return undefined;
	}
}

const maxParts = 7;

function ofParts(parts: readonly unknown[]): number | undefined {
	const numbers = parts.filter((part): part is number => Number.isInteger(part) && Number(part) >= 0);
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, nanos = 0] = numbers;
	const isDate = parts.length >= 3 && parts.length <= maxParts && numbers.length === parts.length;
	const isInRange =
		year >= 1000 &&
		year <= 9999 &&
		month >= 1 &&
		month <= 12 &&
		day >= 1 &&
		day <= 31 &&
		hour <= 23 &&
		minute <= 59 &&
		second <= 60 &&
		nanos < 1e9;
	return isDate && isInRange
		? ofMs(Date.UTC(year, month - 1, day, hour, minute, second, nanos / 1e6))
		: undefined;
}
