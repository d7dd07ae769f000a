/** The text of a string literal, or one of the fixed parts of a template. */
export type Literal = {line: number; text: string};

/**
Finds the string literals in a TypeScript source, in order. Understands comments, regular expressions and nested
templates, but no more of the language.
*/
export function literalsIn(source: string): Literal[] {
	const found: Literal[] = [];
	/** The number of open braces in each open `${`. */
	const fillings: number[] = [];
	let at = 0;
	const take = (pattern: RegExp): string | undefined => {
		pattern.lastIndex = at;
		const text = pattern.exec(source)?.[0];
		if (text !== undefined) at += text.length;
		return text;
	};
	const keep = (text: string, from: number) =>
		found.push({line: source.slice(0, from).split('\n').length, text});
	const readTemplate = () => {
		const from = at;
		const text = take(/(?:[^`\\$]|\\[^]|\$(?!\{))*/y) ?? '';
		keep(text, from);
		if (take(/\$\{/y) === undefined) at++;
		else fillings.push(0);
	};
	while (at < source.length) {
		const from = at;
		if (take(/\/\/.*|\/\*[^]*?\*\//y) !== undefined) continue;
		const quoted = take(/'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"/y);
		if (quoted !== undefined) keep(quoted.slice(1, -1), from);
		else if (take(/`/y) !== undefined) readTemplate();
		else if (
			isPattern(source, at) &&
			take(/\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y) !== undefined
		) {
			continue;
		} else if (source[at] === '}' && fillings.at(-1) === 0) {
			fillings.pop();
			at++;
			readTemplate();
		} else {
			const open = fillings.length - 1;
			if (open >= 0 && source[at] === '{') fillings[open] = (fillings[open] ?? 0) + 1;
			if (open >= 0 && source[at] === '}') fillings[open] = (fillings[open] ?? 0) - 1;
			at++;
		}
	}
	return found;
}

/** A slash starts a regular expression if no value precedes it. */
const isPattern = (source: string, at: number): boolean =>
	source[at] === '/' && /[(,=:?&|!{};>[]\s*$|\breturn\s*$/.test(source.slice(Math.max(0, at - 20), at));
