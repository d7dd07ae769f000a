/** Runs one console command, given its arguments and its line as typed, and returns the console's output. */
export type Verb = (args: string[], line: string) => string;

/** Splits a console line into words. Double quotes keep words together and are removed. */
export function splitWords(line: string): string[] {
	return [...line.matchAll(/"([^"]*)"?|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** Returns the text after the first word, without quotes that enclose all of it. */
export function afterFirstWord(line: string): string {
	const rest = line.trim().replace(/^\S+\s*/, '');
	return /^"[^"]*"$/.test(rest) ? rest.slice(1, -1) : rest;
}

/** Splits a line of Source's console into commands at semicolons outside of quotes. */
export function commandsOf(line: string): string[] {
	const commands = line.match(/(?:"[^"]*"?|[^;"])+/g) ?? [];
	return commands.map(command => command.trim()).filter(command => command !== '');
}

export function pick<Item>(random: () => number, items: readonly [Item, ...Item[]]): Item {
	return items[Math.floor(random() * items.length)] ?? items[0];
}
