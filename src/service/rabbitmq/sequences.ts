/** How a message follows the earlier ones of its sender. `gap`: others before it are missing. */
type Place = 'next' | 'repeated' | 'gap';

/**
Follows the numbers of the messages of each sender. A sender repeats what the broker has not confirmed; what a broker or a
sender had to drop is missing.
*/
export function createSequences() {
	const latest = new Map<string, number>();
	let following = new Set<string>();
	return {
		place: (sender: string, number: number): Place => {
			const before = latest.get(sender) ?? 0;
			if (number <= before) return 'repeated';
			const isGap = following.has(sender) && number > before + 1;
			latest.set(sender, number);
			following.add(sender);
			return isGap ? 'gap' : 'next';
		},
		/** The connection was lost: the next message of each sender may have any larger number. */
		restart: (): void => void (following = new Set()),
	};
}
