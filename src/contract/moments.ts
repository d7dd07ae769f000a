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
Returns the epoch milliseconds of a moment, or undefined for any other value. It reads ISO 8601 text (with a space for
the T; UTC without a zone; with `[Europe/Berlin]` after or instead of the offset), RFC 1123 text, epoch seconds with a
fraction or epoch milliseconds (also as text), and the numbers `[year, month, day, hour, minute, second, nanosecond]`
with trailing ones optional.
*/
export function momentOf(value: unknown): number | undefined {
	if (typeof value === 'string') return ofText(value);
	if (typeof value === 'number') return ofEpoch(value);
	return Array.isArray(value) ? ofParts(value) : undefined;
}

/** Accepts the years 1 to 9999, which both ISO 8601 text and `Date` can represent. */
const checkYear = (ms: number): number | undefined =>
	ms >= -62_135_596_800_000 && ms <= 253_402_300_799_999 ? Math.floor(ms) : undefined;

const ofEpoch = (value: number) => checkYear(value > 1e11 ? value : value * 1000);

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
	if (iso) return ofIso(iso);
	if (/^\d{9,16}(?:\.\d+)?$/.test(trimmed)) return ofEpoch(Number(trimmed));
	return rfcForm.test(trimmed) ? ofMs(Date.parse(trimmed)) : undefined;
}

const charCodes = {dash: 45, T: 84, Z: 90};

const isoForm =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)? ?(?:(Z|UTC|GMT)|([+-]\d\d)(?::?(\d\d))?)?(?:\[([^\]]+)\])?$/i;
const rfcForm = /^(?:[a-z]{3}, )?\d{1,2} [a-z]{3} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|[+-]\d{4})$/i;

function ofIso([
	,
	date,
	time = '00:00',
	seconds = '00',
	fraction = '0',
	utc,
	hours,
	minutes = '00',
	zone,
]: RegExpExecArray) {
	const local = `${date}T${time}:${seconds}.${fraction.slice(0, 3)}`;
	if (hours !== undefined) return ofMs(Date.parse(`${local}${hours}:${minutes}`));
	const asUtc = ofMs(Date.parse(`${local}Z`));
	return asUtc === undefined || utc !== undefined || zone === undefined ? asUtc : inZone(asUtc, zone);
}

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
