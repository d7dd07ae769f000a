import {broadcast} from '../../actions/broadcast.ts';
import {chatMessages} from '../../messages/chat.ts';
import {screenMessages} from '../../messages/screens.ts';
import type {Feature} from '../kernel/state/feature.ts';
import type {KeyCommand} from '../kernel/state/program.ts';
import type {Services} from '../kernel/state/services.ts';
import {showPlayers} from '../kernel/screens/places.ts';
import {chatScreen, findChatEntry, isFollowing} from './chat-screen.ts';
import {pollChat} from './poll-chat.ts';

const inChat = ['chat'] as const;

/** They open the dialog of a broadcast, whose key elsewhere is for the servers of the list. */
const saying = {
	scopes: inChat,
	group: 'act',
	danger: true,
	action: broadcast,
	needs: 'MANAGE_SERVERS',
} as const;

/** A filter has no escapes: of a name with a quote, the longest part without one is enough. */
const quoted = (name: string): string =>
	`"${name.split('"').toSorted((a, b) => b.length - a.length)[0] ?? ''}"`;

const chatCommands: readonly KeyCommand[] = [
	{
		id: 'chat.say',
		keys: ['B'],
		...saying,
		hint: true,
		blocked: (_, {row}) => (row ? undefined : screenMessages.noneSelected),
		run: ({store}, {row}) => {
			const serverId = findChatEntry(store.getState(), row?.id)?.serverId;
			return serverId === undefined ? undefined : {form: broadcast.id, serverIds: [serverId]};
		},
	},
	{
		id: 'chat.sayToAll',
		keys: ['A'],
		...saying,
		run: ({store}) => ({form: broadcast.id, serverIds: store.getState().fleet.order}),
	},
	{
		id: 'chat.player',
		keys: ['p'],
		scopes: inChat,
		group: 'go',
		hint: true,
		blocked: (state, {row}) => {
			const entry = findChatEntry(state, row?.id);
			if (!entry) return screenMessages.noneSelected;
			return entry.player === undefined ? chatMessages.noPlayer : undefined;
		},
		run: (services, {row}) => {
			const {player, server} = findChatEntry(services.store.getState(), row?.id) ?? {};
			if (player === undefined || server === undefined) return;
			showPlayers(services, `name:${quoted(player)} server:${quoted(server)}`);
		},
	},
];

/** Counts lines as seen while the screen shows the newest ones. */
function noteSeen({store}: Services): () => void {
	return store.subscribe(() => {
		const state = store.getState();
		const {total, seen} = state.chat;
		if (total > seen && state.view.pane === 'chat' && isFollowing(state))
			store.dispatch({type: 'chat/seen', to: total});
	});
}

export const chatFeature: Feature = {
	id: 'chat',
	commands: chatCommands,
	screens: {chat: chatScreen},
	effects: [noteSeen, pollChat],
};
