import {phasesById} from '../../../app/servers/fleet-values.ts';
import {fleetWithJournal} from '../../start/fleet-with-journal.ts';
import {emptyRecord} from '../../../lib/json/maps.ts';
import type {Action} from '../../../actions/action.ts';
import {asRead} from '../../../actions/automation-changes.ts';
import type {ActionContext, Known, KnownAutomation, PickedFile, Subject} from '../../../actions/context.ts';
import {type Named, shownName} from '../../../actions/find-named.ts';
import {invitationNames} from '../../../actions/team.ts';
import type {NodeTask} from '../../../contract/models/node.ts';
import {type GameServer, placeholderServer} from '../../../contract/models/server.ts';
import type {Team} from '../../../contract/models/team.ts';
import {printableLine} from '../../../lib/text/text.ts';
import {UsageError} from '../../../lib/errors.ts';
import {readNamedFile} from '../../../lib/files/read-file.ts';
import {CommandError, exitCodes} from '../../output/exit-codes.ts';
import {findNode, findOne, listFor, namesIn} from '../find/find-one.ts';
import {findServer, serversFor} from '../find/find-servers.ts';
import type {Io} from '../../output/io.ts';
import {sayIncomplete} from '../../output/unreadable.ts';
import {tasksOfTeam} from '../node-tasks.ts';
import {readPending} from './pending.ts';
import {chosenServers, type Selector} from '../find/selectors.ts';
import type {Call} from '../../start/session.ts';
import type {ActionArguments} from './options.ts';
import {actionCommandMessages, cliOptionMessages} from '../../../messages/cli.ts';
import {fileMessages} from '../../../messages/text.ts';

/** The target of an action, with the records that were read from the service. */
type ActionTargets = {
	servers: readonly GameServer[];
	listed: readonly GameServer[] | undefined;
	subject?: Subject;
	team?: Team;
	tasks?: Known['tasks'];
	automations?: ReadonlyMap<string, KnownAutomation>;
	automationNames?: readonly Named[];
};

const nothing: ActionTargets = {servers: [], listed: []};

/** `file`: the file that the action sends. `needsList`: the action cannot work without the list of servers. */
type ContextOptions = {
	file?: PickedFile | undefined;
	needsList?: boolean;
	/** Reads the pending actions of the servers, for the review. */
	readsPending?: boolean;
};

/** Resolves the names in an action's arguments. Throws `CommandError` for a name with no match or several. */
export async function contextOf(
	io: Io,
	call: Call,
	action: Action,
	{typed, words, lists}: ActionArguments,
	options: Selector,
	{file, needsList = false, readsPending = false}: ContextOptions = {},
): Promise<{context: ActionContext; resolved: ActionArguments['typed']; listed: ActionTargets['listed']}> {
	const applied = await appliedTo(io, call, action, words, {...options, needsList});
	const resolved = emptyRecord<string>();
	for (const [name, names] of Object.entries(lists)) {
		applied.listed = await serversFor(io, call, names);
		const found = names.map(word => findServer(applied.listed, word));
		resolved[name] = found.map(({id}) => `id:${id}`).join(',');
	}
	for (const [name, {namesNode}] of Object.entries(action.fields)) {
		if (namesNode) resolved[name] = await findNode(io, call, typed[name] ?? '');
	}
	const now = Date.now();
	const pendingOn = readsPending ? await readPending(io, call, applied.servers, now) : () => [];
	const context = actionContext(call, applied, {file, now, pendingOn});
	return {context, resolved, listed: applied.listed};
}

type ContextFacts = {file?: PickedFile | undefined; now?: number; pendingOn?: Known['pendingOn']};

/** Returns the context of an action whose targets are resolved. */
export function actionContext(
	{config}: Pick<Call, 'config'>,
	applied: ActionTargets,
	{file, now = Date.now(), pendingOn = () => []}: ContextFacts = {},
): ActionContext {
	return {
		server: applied.servers[0] ?? placeholderServer(''),
		servers: applied.servers,
		subject: applied.subject,
		file,
		now,
		isUtc: true,
		known: {...knownOf(applied), pendingOn},
		settings: {
			profile: {words: []},
			awaitMs: config.awaitMs,
			aliases: config.settings.aliases,
			dangerous: config.settings.dangerous,
			messages: [],
			reasons: [],
		},
		checksStates: false,
	};
}

function knownOf({
	listed = [],
	servers,
	team,
	tasks,
	automations,
	automationNames,
}: ActionTargets): Omit<Known, 'pendingOn'> {
	return {
		servers: new Map([...listed, ...servers].map(server => [server.id, server])),
		team,
		nodes: [],
		tasks: tasks ?? new Map<string, readonly NodeTask[]>(),
		readCron: undefined,
		automation: id => automations?.get(id),
		automationNames: () => automationNames ?? [],
		outline: {targets: () => [], steps: () => []},
		scheduledFor: () => undefined,
		busyWith: () => undefined,
		sentTo: () => [],
	};
}

async function appliedTo(
	io: Io,
	call: Call,
	action: Action,
	words: readonly string[],
	{needsList, ...options}: Selector & {needsList: boolean},
): Promise<ActionTargets> {
	const [word = ''] = words;
	switch (action.target) {
		case 'servers': {
			const listed = await serversFor(io, call, needsList ? [] : words);
			if (options.is === undefined) return {servers: chosenServers(listed, words, options), listed};
			const seen = {team: (await call.team()).id, now: Date.now()};
			const fleet = await fleetWithJournal(io, call.config, listed ?? [], seen);
			return {servers: chosenServers(listed, words, options, phasesById(fleet)), listed};
		}
		case 'server': {
			const listed = await serversFor(io, call, [word]);
			const found = findServer(listed, word);
			const read =
				action.readsServer && (await call.api.getServer({serverId: found.id}, {signal: call.signal}));
			return {servers: [read ?? found], listed};
		}
		case 'member': {
			const team = await call.team();
			const names = team.members.map(({id, name, email}) => ({id, names: [name, email]}));
			const id = findOne('member', names, word, actionCommandMessages.whereMembersAre);
			const found = names.find(member => member.id === id);
			return {...nothing, team, subject: {id, name: printableLine(found ? shownName(found) : id)}};
		}
		case 'automation':
			return {...nothing, ...(await findAutomation(io, call, word))};
		case 'task': {
			const all = await tasksOfTeam(call.api, await call.teamId(), call.signal);
			sayIncomplete(io, all.unreadable);
			const found = all.items.find(({id}) => id === word);
			if (found?.nodeId === undefined)
				throw new CommandError(actionCommandMessages.noSuchTask, exitCodes.notFound);
			return {
				...nothing,
				subject: {id: word, name: found.type ?? word},
				tasks: new Map([[found.nodeId, [found]]]),
			};
		}
		case 'team':
			return action.id === 'create'
				? {...nothing, listed: await serversForName(io, call)}
				: {...nothing, team: await call.team()};
		case 'run':
			return {...nothing, subject: {id: word, name: printableLine(word)}};
		case 'invitation': {
			const team = await call.team();
			const names = invitationNames(team);
			const id = findOne('invitation', names, word, actionCommandMessages.whereMembersAre);
			const found = names.find(invitation => invitation.id === id);
			return {...nothing, team, subject: {id, name: printableLine(found ? shownName(found) : id)}};
		}
		case 'player':
			return nothing;
	}
}

/** Returns no servers if the list cannot be read; the service then checks whether a name is taken. */
const serversForName = (io: Io, call: Call) =>
	listFor(io, 'servers', [], async () => (await serversFor(io, call, [])) ?? []);

/** Returns the automation with this name or id, with its record if the service lists it. */
async function findAutomation(
	io: Io,
	{api, signal, team}: Call,
	word: string,
): Promise<Partial<ActionTargets>> {
	const automations = new Map<string, KnownAutomation>();
	let own: Team | undefined;
	const names = await listFor(io, 'automations', [word], async () => {
		own = await team();
		const read = await api.listAutomations({teamId: own.id}, {signal});
		for (const automation of read.items) {
			automations.set(automation.id, {enabled: automation.enabled, record: asRead(automation)});
		}
		return namesIn(io, read, ({name}) => name);
	});
	const id = findOne('automation', names, word, cliOptionMessages.whereAutomationsAre);
	const name = names?.find(named => named.id === id)?.names[0] ?? id;
	return {
		subject: {id, name: printableLine(name)},
		...(own && {team: own}),
		automations,
		automationNames: names ?? [],
	};
}

/** Reads the file that an action sends. Throws `UsageError` for a file that cannot be sent. */
export async function pickedFile({file}: Action, {typed}: ActionArguments): Promise<PickedFile | undefined> {
	if (!file) return undefined;
	const read = await readNamedFile(typed[file.field] ?? '', file.maxBytes, fileMessages);
	const picked = 'problem' in read ? read : file.accept(read);
	if ('problem' in picked) throw new UsageError(printableLine(picked.problem));
	return picked;
}
