import type {ApiError} from '../../src/contract/errors.ts';
import {GameServer} from '../../src/contract/models/server.ts';
import {formView, type FormView} from '../../src/app/dialogs/dialog-view.ts';
import {aTeam} from './builders.ts';
import {endTypingGuard} from '../../src/app/kernel/keys/typing-guard.ts';
import {handleKey} from '../../src/app/keys.ts';
import type {Job} from '../../src/contract/models/job.ts';
import {jobTexts} from '../../src/messages/jobs.ts';
import type {State} from '../../src/app/state.ts';
import {fakeServices, type FakeServices} from './fake-services.ts';

export const server = (id: string, state = 'ONLINE', over: object = {}): GameServer =>
	GameServer.parse({id, displayName: `name-${id}`, state, onlinePlayers: 0, maxPlayers: 70, ...over});

export type HeadlessApp = {
	services: FakeServices;
	/** Every POST, in order. */
	sent: {method: string; input: unknown}[];
	/** Refuses the next POSTs with this error; undefined: accepts them again. */
	refuse: (error: ApiError | undefined) => void;
	/** Sets the response for a single server, if it should differ from the list. */
	answerWith: (server: GameServer) => void;
	state: () => State;
	view: () => FormView | undefined;
	lastNotice: () => string;
	/** The newest job. */
	job: () => Job;
	/** The outcome of a server of the newest job, in words. */
	stepText: (index: number) => ReturnType<typeof jobTexts.step> | undefined;
	press: (...chords: string[]) => void;
	type: (text: string) => void;
	/** Opens a dialog and waits until it accepts keys. */
	openDialog: (key: string) => Promise<void>;
	/** Waits for the undo window to end and the action to be answered. */
	passUndoWindow: () => Promise<void>;
	/** Waits for pending answers. */
	settle: () => Promise<void>;
};

/** Opens the program without a screen, with a service that accepts every request. */
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
			// A job reads what the list already shows.
			getServer: async ({serverId}, call) =>
				(call?.background && services.store.getState().fleet.servers.get(serverId)) || fresh,
			myTeam: async () => aTeam(),
			listServers: async () => ({
				items: [...services.store.getState().fleet.servers.values()],
				unreadable: [],
			}),
			listAutomations: async () => ({items: [], unreadable: []}),
			startServer: post('start'),
			stopServer: post('stop'),
			restartServer: post('restart'),
			changeDisplayName: post('rename'),
			changeDirectory: post('move'),
			updateServer: post('update'),
			createBackup: post('backup'),
			deleteBackup: post('delete-backup'),
			rollBack: post('rollback'),
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
			// A user who pauses before each key: a dialog that has just opened ignores keys typed in one go.
			endTypingGuard(services);
			handleKey(services, chord);
		});
	const job = () => {
		const found = store.getState().jobs.at(-1);
		if (!found) throw new Error('There is no job.');
		return found;
	};
	return {
		services,
		sent,
		refuse: error => (refusal = error),
		answerWith: given => (fresh = given),
		state: store.getState,
		view: () => formView(store.getState(), services, clock.now()),
		job,
		stepText: index => {
			const step = job().steps[index];
			return step && jobTexts.step(step, job());
		},
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
