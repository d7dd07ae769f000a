import {nameOf} from '../../actions/names.ts';
import {reviewMessages} from '../../messages/dialogs.ts';
import type {FormDialog, ReviewFacts} from '../kernel/dialog-state.ts';
import type {FormContext} from '../kernel/form.ts';
import {nodeOutages} from '../nodes/node-outages.ts';

/** Returns the facts that a review shows, by server id. */
export function factsIn({servers, state}: Pick<FormContext, 'servers' | 'state'>): ReviewFacts {
	const away = new Map(nodeOutages(state).flatMap(({node, servers: ids}) => ids.map(id => [id, node])));
	return new Map(
		servers.map(server => {
			const {id, state: word, onlinePlayers} = server;
			const players = onlinePlayers === undefined ? undefined : Math.max(0, onlinePlayers);
			return [id, {name: nameOf(server), state: word, players, awayNode: away.get(id)}];
		}),
	);
}

const maxChanges = 4;

/** Returns the changes of the state and the node, and players who joined an empty server. */
export function changesBetween(seen: ReviewFacts, now: ReviewFacts): string[] {
	const lines = [...now].flatMap(([id, {name, state, players = 0, awayNode}]) => {
		const old = seen.get(id);
		if (!old) return [];
		const parts = [
			...(old.state === state ? [] : [reviewMessages.stateChanged(old.state, state)]),
			...(old.players === 0 && players > 0 ? [reviewMessages.playersCame(players)] : []),
			...(old.awayNode === awayNode ? [] : [reviewMessages.nodeChanged(old.awayNode, awayNode)]),
		];
		if (parts.length === 0) return [];
		return now.size > 1 ? reviewMessages.recentOn(name, parts.join(', ')) : parts.join(', ');
	});
	const more = lines.length - maxChanges;
	return more > 0 ? [...lines.slice(0, maxChanges), reviewMessages.more(more)] : lines;
}

/** Returns whether there are changes that the user has not acknowledged. */
export const isUnseen = ({changes}: Pick<FormDialog, 'changes'>): boolean => changes?.isSeen === false;
