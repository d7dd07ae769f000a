import type {Unreadable} from '../contract/models/common.ts';

/** What a record is called that is not in its list. */
export const unreadableName = ({index, id, name}: Unreadable): string => name ?? id ?? `record ${index + 1}`;

/** Why it is not. */
export const unreadableReason = ({reason, isRepeat}: Unreadable): string =>
	isRepeat ? reason : `unreadable: ${reason}`;

/** The ids of which a list has several records. */
export const repeatedIds = (records: readonly Unreadable[]): ReadonlySet<string> =>
	new Set(records.flatMap(({id, isRepeat}) => (isRepeat && id !== undefined ? [id] : [])));
