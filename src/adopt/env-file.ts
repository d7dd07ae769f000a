/** Reads a file of `NAME=value` lines. Values with expansions are left out, unless `isLiteral`: it has none. */
export function readEnvFile(text: string, isLiteral = false): Map<string, string> {
	const found = new Map<string, string>();
	for (const line of text.split(/\r?\n/)) {
		const [, name, rest = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
		if (name === undefined) continue;
		const single = /^'([^']*)'/.exec(rest)?.[1];
		const double = /^"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1]?.replaceAll(/\\(["\\$])/g, '$1');
		const value = single ?? double ?? withoutComment(rest).trim();
		if (single === undefined && !isLiteral && value.includes('$')) found.delete(name);
		else found.set(name, value);
	}
	return found;
}

/** A comment begins at the start or after a space. */
function withoutComment(text: string): string {
	const at = text.search(/(?<=^|\s)#/);
	return at === -1 ? text : text.slice(0, at);
}
