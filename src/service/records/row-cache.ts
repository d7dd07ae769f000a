/** Parsed rows of all kinds together, in characters of their JSON. An object of these needs about three times as much. */
const maxCached = 16 * 1024 * 1024;

/** The parsed rows of one kind, by id, identical to the database. */
export type RowCache<Kept> = {
	get: (id: string) => Kept | undefined;
	set: (id: string, record: Kept, characters: number) => void;
	drop: (id: string) => void;
};

/** Caches rows that are read again and again, such as servers. Each kind makes room for its own rows. */
export function openRowCaches() {
	let total = 0;
	const all: Map<string, unknown>[] = [];
	const open = <Kept>(): RowCache<Kept> => {
		const rows = new Map<string, {record: Kept; characters: number}>();
		all.push(rows);
		const drop = (id: string) => {
			total -= rows.get(id)?.characters ?? 0;
			rows.delete(id);
		};
		return {
			get: id => rows.get(id)?.record,
			set: (id, record, characters) => {
				drop(id);
				for (const oldest of rows.keys()) {
					if (total + characters <= maxCached) break;
					drop(oldest);
				}
				if (total + characters > maxCached) return;
				total += characters;
				rows.set(id, {record, characters});
			},
			drop,
		};
	};
	return {
		open,
		clear: () => {
			for (const rows of all) rows.clear();
			total = 0;
		},
	};
}
