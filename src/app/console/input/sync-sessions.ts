import {actsFrom, createFirstOfOperation, printableActivity} from '../../../actions/activity.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {gameKey} from './history.ts';
import type {JournalChanges} from '../../kernel/state/journal.ts';
import type {Services} from '../../kernel/state/services.ts';
import {createAcknowledgedElsewhere} from '../../servers/acknowledged-elsewhere.ts';

type Sent = JournalChanges['sent'][number];
type Acted = JournalChanges['acted'][number];
type Typed = JournalChanges['typed'][number];

/** Claims are repeated for this long: an answer may reach the journal before it reaches us. */
const repeatClaimsForMs = 60_000;

/**
Applies what the same user does elsewhere, in another session or from the shell. Runs after each poll, when the servers
concerned were just read.
*/
export function syncSessions(services: Services): () => void {
	const {store, journal, clock} = services;
	const acknowledged = createAcknowledgedElsewhere(services);
	let sent: {changes: readonly Sent[]; until: number}[] = [];
	let typed: readonly Typed[] = [];
	let seen: number | undefined;
	let isOver = false;
	const isFirst = createFirstOfOperation();
	const sync = async () => {
		const changes = await journal.changes();
		if (isOver) return;
		acknowledged(changes?.acknowledged ?? []);
		if (changes && changes.sent.length > 0)
			sent.push({changes: changes.sent, until: clock.now() + repeatClaimsForMs});
		for (const {changes: commands} of sent) claimSent(services, commands);
		sent = sent.filter(({until}) => clock.now() < until);
		typed = newlyTyped(services, [...typed, ...(changes?.typed ?? [])]);
		for (const action of changes?.acted ?? []) {
			if (isFirst(action.activity)) addActivityElsewhere(services, action);
		}
	};
	const unsubscribe = store.subscribe(() => {
		const {at} = store.getState().fleet;
		if (at === seen) return;
		seen = at;
		void sync();
	});
	return () => {
		isOver = true;
		unsubscribe();
	};
}

function claimSent({store}: Services, sent: readonly Sent[]): void {
	for (const [serverId, commands] of Map.groupBy(sent, one => one.serverId)) {
		// Claims for an unknown server would be all that is known of it.
		if (!store.getState().console.get(serverId)) continue;
		const claims = commands.map(({command, commandId, timestamp, isProbe, source}) => ({
			command: printableLine(command),
			commandId,
			timestamp,
			by: source ?? ('session' as const),
			...(isProbe && {isProbe}),
		}));
		store.dispatch({type: 'rcon/claimed', serverId, claims});
	}
}

/**
Adds commands typed elsewhere to the history. Returns those that must wait, so that nothing moves while the user browses
the history.
*/
function newlyTyped({store}: Services, typed: readonly Typed[]): readonly Typed[] {
	const {browsing, search} = store.getState().input;
	if (browsing || search) return typed;
	for (const {serverId, gameType, text} of typed) {
		store.dispatch({type: 'input/overheard', serverId, game: gameKey(gameType), text: printableLine(text)});
	}
	return [];
}

/** Records an action from elsewhere. The state changes it causes are not new, and not attributed to other users. */
function addActivityElsewhere(
	{store}: Services,
	{id, at, serverId, server, activity, source, isOld}: Acted,
): void {
	const from = actsFrom(activity, at);
	if (
		serverId !== undefined &&
		from !== undefined &&
		(store.getState().fleet.actionTimes.get(serverId) ?? 0) < from
	) {
		const isStop = activity.type === 'action' && activity.action === 'stop';
		store.dispatch({type: 'fleet/sent', serverIds: [serverId], at: from, isStop});
	}
	// Actions from before this session are loaded from the journal.
	if (isOld) return;
	const action = {
		id: `elsewhere:${id}`,
		at,
		serverId,
		server: server === undefined ? undefined : printableLine(server),
		activity: printableActivity(activity),
		elsewhere: source ?? ('session' as const),
	};
	store.dispatch({type: 'timeline/actionReceived', action});
}
