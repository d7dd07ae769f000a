import type {Records} from './repositories.ts';

/** An instance whose record is the same in this number of readings has ended. Its clock does not matter. */
const maxUnchanged = 6;

/** Shows the others that this instance lives, and notices which of them have ended. */
export function watchInstances(records: Records, instanceId: string) {
	const seen = new Map<string, {beat: number; unchanged: number}>();
	return {
		/** Returns false if the others have taken this instance for dead, and it is present again. */
		beat: () =>
			records.transact(async ({instances}) => {
				const own = await instances.get(instanceId);
				await instances.put({id: instanceId, beat: (own?.beat ?? 0) + 1});
				return own !== undefined;
			}),
		others: () =>
			records.read(async ({instances}) => (await instances.all()).filter(({id}) => id !== instanceId)),
		/** Returns the ids of those that have ended. Call it with `others` after each `beat`. */
		endedOf: (others: readonly {id: string; beat: number}[]): string[] => {
			for (const id of seen.keys()) if (!others.some(other => other.id === id)) seen.delete(id);
			return others.flatMap(({id, beat}) => {
				const before = seen.get(id);
				const unchanged = before?.beat === beat ? before.unchanged + 1 : 0;
				seen.set(id, {beat, unchanged});
				return unchanged >= maxUnchanged ? [id] : [];
			});
		},
	};
}
