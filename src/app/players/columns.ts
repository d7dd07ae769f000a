import {playersScreenMessages} from '../../messages/players-screen.ts';
import type {Message} from '../../messages/text.ts';
import type {ListColumn} from '../kernel/columns.ts';

/** A player, or the reason why a server has no list. */
export type ListedPlayer = {
	name: Message;
	id: string | undefined;
	server: string;
	/** The time of the first list that has the player, epoch ms. */
	since: number | undefined;
	/** The player is in the oldest known list, and may have joined earlier. */
	isFirst: boolean;
	isAside: boolean;
};

/** The columns of the players screen. */
export const playerColumns = [
	{
		id: 'name',
		header: 'NAME',
		width: {min: 12, max: 24},
		priority: 0,
		value: ({name}) => name,
		style: ({isAside}) => (isAside ? 'faint' : undefined),
	},
	{
		id: 'server',
		header: 'SERVER',
		width: {min: 10, max: 20},
		priority: 0,
		cut: 'middle',
		isClear: true,
		value: ({server}) => server,
		printed: {value: ({server}) => server},
	},
	{
		id: 'since',
		header: 'SEEN',
		width: {min: 6, max: 8},
		priority: 1,
		value: ({since, isFirst}, now) =>
			since === undefined
				? ''
				: (isFirst ? playersScreenMessages.atLeast : playersScreenMessages.exactly)(now - since),
		style: () => 'faint',
	},
	{
		id: 'id',
		header: 'ID',
		width: {min: 12, max: 34},
		priority: 2,
		cut: 'middle',
		value: ({id}) => id ?? '',
		style: () => 'faint',
		printed: {value: ({id}) => id},
	},
] as const satisfies readonly ListColumn<ListedPlayer>[];
