import {printableLine} from '../../lib/text.ts';
import type {Services} from '../kernel/services.ts';
import {afterFirstList} from '../kernel/after-first-list.ts';

/**
Loads what earlier sessions saw, once there is a list. A server still in the state that was last seen has been
in it since then, as far as anybody observed; its problem stays acknowledged as well.
*/
export function loadLastChanges({store, journal}: Services): () => void {
	const load = async () => {
		const [changes, known] = await Promise.all([journal.lastChanges(), journal.acknowledged()]);
		const seen = changes.flatMap(({serverId, at, state}) =>
			state === undefined ? [] : [{serverId, at, state: printableLine(state)}],
		);
		const changedAt = new Map(changes.map(({serverId, at}) => [serverId, at]));
		const acknowledged = known
			.filter(({serverId, at}) => (changedAt.get(serverId) ?? at) <= at)
			.map(one => ({
				...one,
				by: one.by === undefined ? undefined : printableLine(one.by),
				state: one.state === undefined ? undefined : printableLine(one.state),
			}));
		if (seen.length + acknowledged.length > 0) {
			store.dispatch({type: 'fleet/historyLoaded', seen, acknowledged});
		}
	};
	return afterFirstList({store}, load);
}
