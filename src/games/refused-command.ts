/** How games say that they have no such command, after prefixes such as `*** ERROR: ` and `-!- `. */
const refusal =
	/^(?:[^\p{L}]*(?:error|err|console|server)?[:\]\s]*)(?:unknown|unrecognized|invalid|no such|could(?: not|n't) find(?: the)?)\s(?:or incomplete\s|console\s)?(?:command|cmd)\b|^[^\p{L}]*command\b.{0,80}\bnot found\b/iu;
const maxLength = 300;

/** Returns the line in which a game says that it has no such command; undefined for any other answer. */
export function refusedCommand(answer: string): string | undefined {
	const [first = ''] = answer.trim().split('\n', 1);
	const line = first.slice(0, maxLength).trim();
	return refusal.test(line) ? line : undefined;
}
