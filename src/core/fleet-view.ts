import {spanText} from '../lib/ago.ts';
import {remembered} from '../lib/remembered.ts';
import {shownState} from './list/order.ts';
import {phaseOf} from './rules.ts';
import type {State} from './state/index.ts';
import type {FleetState} from './state/fleet.ts';

export type FleetCounts = {up: number; down: number; changing: number; unknown: number; unreadable: number};

const counted = remembered(
	(
		servers: FleetState['servers'],
		expected: FleetState['expected'],
		unreadable: FleetState['unreadable'],
	): FleetCounts => {
		const counts = {up: 0, down: 0, changing: 0, unknown: 0, unreadable: unreadable.length};
		const names = {online: 'up', offline: 'down', changing: 'changing', unknown: 'unknown'} as const;
		for (const id of Object.keys(servers))
			counts[names[phaseOf(shownState({servers, expected}, id).state)]]++;
		return counts;
	},
);

export const fleetCounts = ({fleet}: Pick<State, 'fleet'>): FleetCounts =>
	counted(fleet.servers, fleet.expected, fleet.unreadable);

/** Since when a server has its state: `12m seen` where the change was watched, `>=40s` where it was so at first. */
export function sinceText(since: FleetState['since'][string] | undefined, now: number): string {
	if (!since) return '';
	const span = spanText(now - since.at);
	return since.seen ? `${span} seen` : `>=${span}`;
}
