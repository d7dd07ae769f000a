/**
Maximum number of objects and arrays, and of values, in an untrusted JSON text: enough for 100,000 servers with twenty
commands each. An empty array of two bytes takes twenty times as much memory.
*/
const [maxContainers, maxValues] = [4_000_000, 30_000_000];

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
const [openList, openObject] = [0x5b, 0x7b];

/** Returns whether a JSON text exceeds the limits. Only counts: the text may be invalid. */
export function hasTooManyValues(json: Uint8Array, containers = maxContainers, values = maxValues): boolean {
	if (json.byteLength <= containers) return false;
	let [opened, separated] = [0, 0];
	for (let at = 0; at < json.length; at++) {
		const byte = json[at];
		if (byte === quote) at = endOfString(json, at);
		else if (byte === comma) separated++;
		else if (byte === openList || byte === openObject) opened++;
		if (opened > containers || separated > values) return true;
	}
	return false;
}

/** Returns the index of the quote that ends the string starting at `start`. */
function endOfString(json: Uint8Array, start: number): number {
	let at = start + 1;
	while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
	return at;
}
