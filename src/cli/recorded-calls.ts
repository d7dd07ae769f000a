import {onCalls, type Call, type Middleware} from '../contract/call.ts';
import type {Api} from '../contract/endpoints/index.ts';
import type {GameServer} from '../contract/models/server.ts';
import {commandText} from '../contract/rcon-text.ts';
import {printable, printableLine} from '../lib/text/text.ts';
import {isReadMethod} from './commands/json-body.ts';
import {
	createRecords,
	reachedNote,
	type RecordAction,
	type RecordedAction,
	type RecordFailed,
	type RecordReached,
} from './start/records.ts';
import type {ShellJournal} from './start/shell-journal.ts';

/**
`sends`: the command probably sends something, so the journal is opened while the list of servers is read.
`typed`: a person typed the commands, so they appear in the input history of the TUI.
*/
export type Recording = {sends?: boolean; typed?: true};

/**
Records the commands and raw requests that a command sends in the journal. `record` does the same for a declared action.
`skewMs`: how far the service's clock is ahead of ours; undefined if nothing has shown it.
*/
export function recordCommands(
	journal: ShellJournal,
	{sends, typed}: Recording,
	skewMs: () => number | undefined,
): {middleware: Middleware; record: RecordAction; recordFailed: RecordFailed; recordReached: RecordReached} {
	const known = new Map<string, GameServer>();
	let newest: readonly GameServer[] = [];
	const about = (serverId: string) => {
		// Most lists are only printed.
		for (const server of newest) known.set(server.id, server);
		newest = [];
		const server = known.get(serverId);
		return {name: printableLine(server?.displayName ?? serverId), gameType: server?.gameType};
	};
	const {command, action, failed} = createRecords(journal, {about, isTyped: typed === true, skewMs});
	const reached: RecordReached = (serverId, state) =>
		journal.keepLater([reachedNote(serverId, about(serverId).name, state)]);
	const middleware = onCalls({
		listServers: async ({input}, next) => {
			journal.setTeam(input.teamId);
			const asked = next();
			if (sends) journal.prepare();
			const list = await asked;
			newest = list.items;
			return list;
		},
		awaitRcon: ({input, options}, next) =>
			command(input, options, async () => {
				const result = await next();
				const {response, commandId, timestamp} = result.command;
				const answer = {
					command: commandText(input.command),
					response: response === undefined ? undefined : printable(response),
					commandId,
					timestamp,
				};
				return {result, answer};
			}),
		sendRcon: ({input, options}, next) =>
			command(input, options, async () => ({result: await next(), answer: undefined})),
		raw: ({method, input: {path}, options}, next) =>
			isReadMethod(method) ? next() : action({action: 'api', input: {method, path}}, options, next),
	});
	return {middleware, record: action, recordFailed: failed, recordReached: reached};
}

/**
What the journal records of each change that a command makes to the local service: names and permissions, but not settings,
tokens or codes, which may be secrets. `nameOf`: the name of a server, member or token with this id.
*/
const changes: {
	[Name in keyof Api]?: (input: Call<Name>['input'], nameOf: (id: string) => string) => RecordedAction;
} = {
	addOwnServer: ({displayName: name, gameType}) => ({action: 'add-server', input: {name, gameType}}),
	changeOwnServer: ({serverId, displayName: name, gameType}) => ({
		action: 'edit-server',
		serverId,
		input: {name, gameType},
	}),
	removeOwnServer: ({serverId}, nameOf) => ({
		action: 'remove-server',
		serverId,
		input: {name: nameOf(serverId)},
	}),
	createInviteCode: ({name, userEmail: email, permissions}) => ({
		action: 'invite',
		input: {...(name !== undefined && {name}), ...(email !== undefined && {email}), permissions},
	}),
	withdrawInvite: ({userEmail}, nameOf) => ({
		action: 'withdraw-invitation',
		input: {email: nameOf(userEmail)},
	}),
	kickMember: ({memberId}, nameOf) => ({action: 'kick', input: {memberId, name: nameOf(memberId)}}),
	createApplicationUser: ({name, permissions, memberId}, nameOf) => ({
		action: 'create-token',
		input: {name, permissions, ...(memberId !== undefined && {member: nameOf(memberId)})},
	}),
	removeApplicationUser: ({applicationId: tokenId}, nameOf) => ({
		action: 'revoke-token',
		input: {tokenId, name: nameOf(tokenId)},
	}),
};

/** Records the changes that a command makes to the servers and the team of the local service. */
export function recordChanges(journal: ShellJournal): Middleware {
	const names = new Map<string, string>();
	const learn = (id: string | undefined, name: string | undefined) => {
		if (id !== undefined && name !== undefined) names.set(id, printableLine(name));
	};
	const nameOf = (id: string) => names.get(id) ?? printableLine(id);
	const {action} = createRecords(journal, {
		about: id => ({name: nameOf(id), gameType: undefined}),
		isTyped: false,
		skewMs: () => undefined,
	});
	const learnNames = onCalls({
		myTeam: async (_call, next) => {
			const team = await next();
			journal.setTeam(team.id);
			for (const {id, name, email} of [...team.members, ...team.invitedMembers]) learn(id, name ?? email);
			return team;
		},
		listServers: async (_call, next) => {
			const list = await next();
			for (const {id, displayName} of list.items) learn(id, displayName);
			return list;
		},
		listApplicationUsers: async (_call, next) => {
			const list = await next();
			for (const {id, name} of list.items) learn(id, name);
			return list;
		},
	});
	return (call, next) => {
		// The record has the types of the method with this name.
		const recordOf = changes[call.name] as
			((input: Call['input'], name: typeof nameOf) => RecordedAction) | undefined;
		if (!recordOf) return learnNames(call, next);
		return action(recordOf(call.input, nameOf), call.options, () => next(call));
	};
}
