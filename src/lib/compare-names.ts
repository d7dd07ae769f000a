/** Created on first use: it takes 6 ms, which would delay the first paint, and 3 MB. */
let collator: Intl.Collator | undefined;

/** Printable ASCII without long numbers, which `Intl.Collator` splits. */
const isPlain = (name: string) => /^[ -~]*$/.test(name) && !/\d{200}/.test(name);

/** Printable ASCII in the order of `Intl.Collator`. */
const inOrder = ` _-,;:!?.'"()[]{}@*/\\&#%\`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz`;
const places = Array.from({length: 128}, (_, code) =>
	inOrder.indexOf(String.fromCharCode(code).toLowerCase()),
);
const placeAt = (text: string, at: number): number => places[text.charCodeAt(at)] ?? 0;
const [zero, nine] = [inOrder.indexOf('0'), inOrder.indexOf('9')];
const isDigitAt = (text: string, at: number): boolean =>
	at < text.length && placeAt(text, at) >= zero && placeAt(text, at) <= nine;

/** Compares names like `Intl.Collator` in English with numbers by value, which is only loaded for names beyond ASCII. */
export function compareNames(one: string, other: string): number {
	return isPlain(one) && isPlain(other)
		? comparePlain(one, other)
		: (collator ??= new Intl.Collator('en', {numeric: true})).compare(one, other);
}

function comparePlain(one: string, other: string): number {
	let byCase = 0;
	let [at, otherAt] = [0, 0];
	while (at < one.length && otherAt < other.length) {
		if (isDigitAt(one, at) && isDigitAt(other, otherAt)) {
			const [number, otherNumber] = [numberAt(one, at), numberAt(other, otherAt)];
			if (number.digits !== otherNumber.digits)
				return (
					number.digits.length - otherNumber.digits.length || (number.digits < otherNumber.digits ? -1 : 1)
				);
			[at, otherAt] = [number.end, otherNumber.end];
		} else {
			const difference = placeAt(one, at) - placeAt(other, otherAt);
			if (difference !== 0) return difference;
			// Only decides between names that are equal otherwise. Small letters, whose codes are larger, come first.
			byCase ||= other.charCodeAt(otherAt) - one.charCodeAt(at);
			at++;
			otherAt++;
		}
	}
	return one.length - at - (other.length - otherAt) || byCase;
}

/** Returns the digits of a number without leading zeros, and where it ends. */
function numberAt(text: string, start: number): {digits: string; end: number} {
	let end = start;
	while (isDigitAt(text, end)) end++;
	let first = start;
	while (first < end && placeAt(text, first) === zero) first++;
	return {digits: text.slice(first, end), end};
}
