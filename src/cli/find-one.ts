import {printableLine} from '../lib/text.ts';
import {CommandError, exitCodes} from './exit-codes.ts';

type Named = {id: string; name?: string | undefined};

/** The one thing that a word means: its id, its exact name, or a unique part of one, where capitals do not count. */
export function findOne<Item extends Named>(kind: string, items: readonly Item[], word: string): Item {
	const wanted = word.toLowerCase();
	const ways: ((item: Item) => boolean)[] = [
		({id}) => id === word,
		({name}) => name === word,
		({name}) => name?.toLowerCase() === wanted,
		({name}) => wanted !== '' && (name?.toLowerCase().includes(wanted) ?? false),
	];
	const found = ways.map(fits => items.filter(fits)).find(({length}) => length > 0) ?? [];
	const [first, ...others] = found;
	if (first && others.length === 0) return first;
	const shown = printableLine(word);
	const names = found.slice(0, 5).map(({id, name}) => printableLine(`${name ?? ''} [${id}]`));
	throw new CommandError(
		first
			? `"${shown}" fits ${found.length} ${kind}s (${names.join(', ')}): write more of the name, or its id.`
			: `There is no ${kind} "${shown}".`,
		exitCodes.notFound,
	);
}
