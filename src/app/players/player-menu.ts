import {playerActionBlocked} from '../../actions/players.ts';
import {nameOf} from '../../actions/names.ts';
import {appMessages} from '../../messages/app.ts';
import {playerActionMessages} from '../../messages/players.ts';
import {playersScreenMessages as messages} from '../../messages/players-screen.ts';
import {copyText} from '../export/copy.ts';
import type {Menu, MenuItem} from '../kernel/menu.ts';
import {notify} from '../kernel/notify.ts';
import type {Targets} from '../kernel/targets.ts';
import type {State} from '../state.ts';
import {findPlayerRow} from './player-rows.ts';

const playerActions = ['message', 'kick', 'ban'] as const;
type PlayerAction = (typeof playerActions)[number];

/** Kick is `x` because `k` moves up in menus. */
const keys = {message: 'm', kick: 'x', ban: 'b'} as const;

const playerOf = (state: State, {row}: Targets) =>
	row?.list === 'players' ? findPlayerRow(state, row.id) : undefined;

/** The actions on a player. Message, kick and ban open their own dialogs. */
export const playerMenu: Menu<PlayerAction | 'id'> = {
	title: (state, targets) => {
		const found = playerOf(state, targets);
		return found?.player
			? messages.menu.title(found.player.name, nameOf(found.of.server))
			: messages.menu.gone;
	},
	items: (state, targets) => {
		const found = playerOf(state, targets);
		if (!found?.player) return [];
		const {of, player} = found;
		const {name, playerId, userId: slot} = player;
		const id = playerId ?? '';
		const acts = playerActions.map((verb): MenuItem<PlayerAction> => ({
			id: verb,
			key: keys[verb],
			label: messages.menu[verb](name),
			blocked: playerActionBlocked(verb, of.server, {id: playerId, slot}),
			choose: services => {
				if (services.settings.readOnly) return void notify(services, 'warning', appMessages.readOnly);
				const subject = {id: playerId ?? slot ?? name, name, slot};
				return {form: `${verb}-player`, serverIds: [of.server.id], subject};
			},
		}));
		return [
			...acts,
			{
				id: 'id',
				key: 'c',
				label: messages.menu.copyId(id),
				blocked: id === '' ? playerActionMessages.noId : undefined,
				choose: services => void copyText(services, messages.menu.idOf(name), id),
			},
		];
	},
	current: () => undefined,
};
