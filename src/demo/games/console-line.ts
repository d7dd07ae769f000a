/** What one console command does, given its arguments and its line as typed; the text is the console's. */
export type Verb = (args: string[], line: string) => string;

/** The words of a console line; double quotes keep words together and are left out. */
export function wordsOf(line: string): string[] {
	return [...line.matchAll(/"([^"]*)"?|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
}

/** What follows the first word, without the quotes around all of it. */
export function afterFirstWord(line: string): string {
	const rest = line.trim().replace(/^\S+\s*/, '');
	return /^"[^"]*"$/.test(rest) ? rest.slice(1, -1) : rest;
}

/** The commands of a line of Source's console, where a semicolon outside of quotes parts two. */
export function commandsOf(line: string): string[] {
	const commands = line.match(/(?:"[^"]*"?|[^;"])+/g) ?? [];
	return commands.map(command => command.trim()).filter(command => command !== '');
}

export function pick<Item>(random: () => number, items: readonly [Item, ...Item[]]): Item {
	return items[Math.floor(random() * items.length)] ?? items[0];
}
