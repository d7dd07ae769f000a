import type {Api} from '../contract/endpoints/index.ts';
import {printableLine} from '../lib/text.ts';
import {createRecords} from './records.ts';
import type {ShellJournal} from './shell-journal.ts';

/**
Wraps the client of the local service to record the changes that a command makes to servers and the team. Records names
and permissions, but not settings, tokens or codes, which may be secrets.
*/
export function recordedLocalApi(api: Api, journal: ShellJournal): Api {
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
	const own: Partial<Api> = {
		myTeam: async (input, options) => {
			const team = await api.myTeam(input, options);
			journal.setTeam(team.id);
			for (const {id, name, email} of [...team.members, ...team.invitedMembers]) learn(id, name ?? email);
			return team;
		},
		listServers: async (input, options) => {
			const list = await api.listServers(input, options);
			for (const {id, displayName} of list.items) learn(id, displayName);
			return list;
		},
		listApplicationUsers: async (input, options) => {
			const list = await api.listApplicationUsers(input, options);
			for (const {id, name} of list.items) learn(id, name);
			return list;
		},
		addOwnServer: (input, options) => {
			const {displayName: name, gameType} = input;
			const recorded = {action: 'add-server', input: {name, gameType}} as const;
			return action(recorded, options, () => api.addOwnServer(input, options));
		},
		changeOwnServer: (input, options) => {
			const {serverId, displayName: name, gameType} = input;
			const recorded = {action: 'edit-server', serverId, input: {name, gameType}} as const;
			return action(recorded, options, () => api.changeOwnServer(input, options));
		},
		removeOwnServer: (input, options) => {
			const {serverId} = input;
			const recorded = {action: 'remove-server', serverId, input: {name: nameOf(serverId)}} as const;
			return action(recorded, options, () => api.removeOwnServer(input, options));
		},
		createInviteCode: (input, options) => {
			const {name, userEmail: email, permissions} = input;
			const who = {...(name !== undefined && {name}), ...(email !== undefined && {email})};
			const recorded = {action: 'invite', input: {...who, permissions}} as const;
			return action(recorded, options, () => api.createInviteCode(input, options));
		},
		withdrawInvite: (input, options) => {
			const recorded = {action: 'withdraw-invitation', input: {email: nameOf(input.userEmail)}} as const;
			return action(recorded, options, () => api.withdrawInvite(input, options));
		},
		kickMember: (input, options) => {
			const {memberId} = input;
			const recorded = {action: 'kick', input: {memberId, name: nameOf(memberId)}} as const;
			return action(recorded, options, () => api.kickMember(input, options));
		},
		createApplicationUser: (input, options) => {
			const {name, permissions, memberId} = input;
			const of = memberId === undefined ? {} : {member: nameOf(memberId)};
			const recorded = {action: 'create-token', input: {name, permissions, ...of}} as const;
			return action(recorded, options, () => api.createApplicationUser(input, options));
		},
		removeApplicationUser: (input, options) => {
			const {applicationId: tokenId} = input;
			const recorded = {action: 'revoke-token', input: {tokenId, name: nameOf(tokenId)}} as const;
			return action(recorded, options, () => api.removeApplicationUser(input, options));
		},
	};
	return new Proxy(api, {
		get: (plain, name): unknown => Reflect.get(name in own ? own : plain, name),
	});
}
