import type {ApiError} from '../../src/contract/errors.ts';
import {GameServer} from '../../src/contract/models/server.ts';
import {formView, type FormView} from '../../src/app/dialogs/dialog-view.ts';
import {aTeam} from './builders.ts';
import {endTypingGuard} from '../../src/app/kernel/typing-guard.ts';
import {handleKey} from '../../src/app/keys.ts';
import type {State} from '../../src/app/state.ts';
import {fakeServices, type FakeServices} from './fake-services.ts';

export const server = (id: string, state = 'ONLINE', over: object = {}): GameServer =>
	GameServer.parse({id, displayName: `name-${id}`, state, onlinePlayers: 0, maxPlayers: 70, ...over});

export type HeadlessApp = {
	services: FakeServices;
	/** Every POST, in its order. */
	sent: {method: string; input: unknown}[];
	/** What the next POSTs are refused with. */
	refuse: (error: ApiError) => void;
	/** What a single server reads as, where it differs from the list. */
	answerWith: (server: GameServer) => void;
	state: () => State;
	view: () => FormView | undefined;
	lastNotice: () => string;
	press: (...chords: string[]) => void;
	type: (text: string) => void;
	/** Opens a dialog and lets the moment pass in which keys are not meant for it. */
	openDialog: (key: string) => Promise<void>;
	/** Lets the time pass in which an action is held back, and its answer arrive. */
	passUndoWindow: () => Promise<void>;
	/** Lets answers arrive. */
	settle: () => Promise<void>;
};

/** The program without a screen, in front of a service that takes everything. */
export function openHeadlessApp(
	servers = [server('a'), server('b', 'OFFLINE')],
	currentId = 'a',
	options: Parameters<typeof fakeServices>[0] = {},
): HeadlessApp {
	const sent: HeadlessApp['sent'] = [];
	let refusal: ApiError | undefined;
	let fresh = servers.find(({id}) => id === currentId) ?? server('a');
	const post = (method: string) => async (input: unknown) => {
		sent.push({method, input});
		if (refusal) throw refusal;
	};
	const services: FakeServices = fakeServices({
		...options,
		api: {
			getServer: async () => fresh,
			myTeam: async () => aTeam(),
			listServers: async () => ({
				items: [...services.store.getState().fleet.servers.values()],
				unreadable: [],
			}),
			startServer: post('start'),
			stopServer: post('stop'),
			restartServer: post('restart'),
			changeDisplayName: post('rename'),
			changeDirectory: post('move'),
			updateServer: post('update'),
			createBackup: post('backup'),
			deleteBackup: post('delete-backup'),
			deleteServer: post('delete'),
			inviteMember: post('invite'),
			kickMember: post('kick'),
			withdrawInvite: post('withdraw'),
			cancelNodeTask: post('cancel-task'),
			uploadTeamIcon: post('icon'),
			createServer: async input => (await post('create')(input), {record: fresh}),
			sendRcon: post('rcon'),
			awaitRcon: async input => {
				await post('await')(input);
				const command = {command: input.command, response: 'ok', commandId: 'c', timestamp: 5};
				return {serverId: input.serverId, command};
			},
		},
	});
	const {store, clock} = services;
	store.dispatch({type: 'access/offered', endpoint: 'listNodeTasks'});
	store.dispatch({type: 'fleet/polled', at: clock.now(), latencyMs: 1, servers, unreadable: []});
	store.dispatch({type: 'view/changed', change: {currentId}});
	const press = (...chords: string[]) =>
		chords.forEach(chord => {
			// A hand that pauses before each key; the guard of a dialog that has only just opened comes on again.
			endTypingGuard(services);
			handleKey(services, chord);
		});
	return {
		services,
		sent,
		refuse: error => (refusal = error),
		answerWith: given => (fresh = given),
		state: store.getState,
		view: () => formView(store.getState(), services, clock.now()),
		lastNotice: () => store.getState().notices.at(-1)?.text ?? '',
		press,
		type: text => press(...text),
		openDialog: async key => {
			press(key);
			await clock.advance(700);
		},
		passUndoWindow: () => clock.advance(3001),
		settle: () => clock.advance(1),
	};
}
