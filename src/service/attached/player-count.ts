import {largest} from '../../lib/long-lists.ts';

/** The formats in which consoles of common games report players. */
const counted = [
	// CS2: status
	/^players\s*:\s*(\d+) humans?/im,
	// Minecraft: list
	/^There are (\d+)\b.*\bplayers?\b/im,
];
const listed = [
	// Teeworlds: status
	/\bid=\d+ addr=\S+ /,
	// ARK: ListPlayers
	/^\s*\d+\. .+, \w{16,}\s*$/,
];

/** Returns the number of players in a console's answer, or undefined if the answer has none. */
export function playersIn(answer: string): number | undefined {
	for (const pattern of counted) {
		const count = pattern.exec(answer)?.[1];
		if (count !== undefined) return Number(count);
	}
	const lines = answer.split('\n');
	const counts = listed.map(pattern => lines.filter(line => pattern.test(line)).length);
	return largest(counts) || undefined;
}
