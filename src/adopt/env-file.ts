import type {ShellValue} from './shell.ts';

/** Fills in the variables of a value. `found`: the values of the lines before. */
type Fill = (value: string, found: ReadonlyMap<string, ShellValue>) => ShellValue;

/** Values with expansions are unknown. */
const unfilled: Fill = value => (value.includes('$') ? {open: true} : {text: value});

/** Reads a file of `NAME=value` lines. A value in single quotes is literal. */
export function readEnvFile(text: string, fill: Fill = unfilled): Map<string, ShellValue> {
	const found = new Map<string, ShellValue>();
	for (const line of text.split(/\r?\n/)) {
		const [, name, rest = ''] = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(.*)$/.exec(line) ?? [];
		if (name === undefined) continue;
		const single = /^'([^']*)'/.exec(rest)?.[1];
		const double = /^"((?:[^"\\]|\\.)*)"/.exec(rest)?.[1]?.replaceAll(/\\(["\\$])/g, '$1');
		const value = double ?? withoutComment(rest).trim();
		found.set(name, single === undefined ? fill(value, found) : {text: single});
	}
	return found;
}

/** A comment begins at the start or after a space. */
function withoutComment(text: string): string {
	const at = text.search(/(?<=^|\s)#/);
	return at === -1 ? text : text.slice(0, at);
}
