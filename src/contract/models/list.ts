import type * as z from 'zod';
import {plural} from '../../lib/plural.ts';
import {reasonOf} from '../reasons.ts';
import {idOf, isFields, textOf} from '../wire-values.ts';
import type {Listed, Unreadable} from './listed.ts';

/** After this many unreadable records, the others are skipped, because their errors take seconds to create. */
const maxUnreadable = 1000;

/** Creates a list to which records are added one by one. */
export function createList<Item>() {
	const items: Item[] = [];
	const unreadable: Unreadable[] = [];
	const ids = new Set<string>();
	let failed = 0;
	const skipped = {count: 0, index: 0};
	/** Returns false for an id that was added before. */
	const add = (item: Item, index: number): boolean => {
		const id = isFields(item) ? idOf(item['id']) : undefined;
		if (id === undefined || !ids.has(id)) {
			if (id !== undefined) ids.add(id);
			items.push(item);
			return true;
		}
		const reason = 'its id is listed more than once, the first record is shown';
		unreadable.push({index, ...namesOf(item), reason, isRepeat: true});
		return false;
	};
	return {
		add,
		/** Returns the item if it was added. */
		addRead: (parse: () => z.ZodSafeParseResult<Item>, record: unknown, index: number): Item | undefined => {
			if (failed >= maxUnreadable) {
				skipped.count++;
				skipped.index = index;
				return undefined;
			}
			const read = parse();
			if (read.success) return add(read.data, index) ? read.data : undefined;
			failed++;
			unreadable.push({index, ...namesOf(record), reason: reasonOf(read.error)});
			return undefined;
		},
		done: (missing: readonly Unreadable[]): Listed<Item> => ({
			items,
			unreadable: [...unreadable, ...skippedRecords(skipped), ...missing],
		}),
	};
}

function skippedRecords({count, index}: {count: number; index: number}): Unreadable[] {
	const reason = `${plural(count, 'more record')} skipped, because too many are unreadable`;
	return count > 0 ? [{index, id: undefined, name: undefined, reason}] : [];
}

function namesOf(record: unknown): {id: string | undefined; name: string | undefined} {
	if (!isFields(record)) return {id: undefined, name: undefined};
	return {id: idOf(record['id']), name: textOf(record['displayName']) ?? textOf(record['name'])};
}
