const dayMs = 86_400_000;
/** The year 10000, which has another form. */
const endOfYear9999 = 253_402_300_800_000;
const maxDays = 1000;
const [twoDigits, threeDigits] = [padded(2), padded(3)];

/** Returns all numbers of this many digits. */
function padded(digits: number): (number: number) => string {
	const texts = Array.from({length: 10 ** digits}, (_, number) => String(number).padStart(digits, '0'));
	return number => texts[number] ?? '';
}

/** The dates of days since 1970, because most times of a list are in few days. */
const dates = new Map<number, string>();

function dateOf(day: number): string {
	const known = dates.get(day);
	if (known !== undefined) return known;
	if (dates.size === maxDays) dates.clear();
	const date = new Date(day * dayMs).toISOString().slice(0, 10);
	dates.set(day, date);
	return date;
}

/** Formats a moment like `Date`'s `toISOString`, in a third of the time: that was a fifth of the time of a list of servers. */
export function isoTime(at: number): string {
	if (!(at >= 0 && at < endOfYear9999)) return new Date(at).toISOString();
	const day = Math.floor(at / dayMs);
	const ms = Math.floor(at - day * dayMs);
	const seconds = Math.floor(ms / 1000);
	const minutes = Math.floor(seconds / 60);
	const time = `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}:${twoDigits(seconds % 60)}`;
	return `${dateOf(day)}T${time}.${threeDigits(ms % 1000)}Z`;
}
