/**
Computes anew only when one of the parts it depends on has been replaced. Two results are kept: the screen may be a
frame behind the state that commands look at.
*/
export function memoize<Parts extends readonly unknown[], Value>(compute: (...parts: Parts) => Value) {
	let known: {parts: Parts; value: Value}[] = [];
	return (...parts: Parts): Value => {
		const found = known.find(entry => entry.parts.every((part, index) => part === parts[index]));
		if (found) return found.value;
		const value = compute(...parts);
		known = [{parts, value}, ...known.slice(0, 1)];
		return value;
	};
}
