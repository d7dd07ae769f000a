import {revocationMessages} from '../../messages/service.ts';
import type {Account} from './accounts.ts';
import type {ServiceContext} from '../context.ts';
import {Refusal} from '../http/refusal.ts';
import {
	type ApplicationRecord,
	type Author,
	type AutomationRecord,
	type InviteRecord,
	isLive,
	isTimed,
	type ServerRecord,
	type TaskRecord,
	type TeamRecord,
} from '../records/records.ts';
import type {Reading, Transaction} from '../records/repositories.ts';
import {expiryOf, memberLabel} from '../records/views.ts';

/*
What ends with a token or a member: everything that was issued with the token, directly or indirectly. Otherwise a thief could
keep a second token, an invitation, or an automation that runs later.
*/

/** The author of what an account does now. */
export const authorOf = ({id, memberId, createdBy}: Account): Author => {
	const member = memberId ?? createdBy;
	return {tokenId: id, ...(member !== undefined && {memberId: member})};
};

/** All that tokens and members of a team have issued. */
export type Issued = {
	team: TeamRecord;
	applications: readonly ApplicationRecord[];
	automations: readonly AutomationRecord[];
	/** Scheduled stops and restarts. */
	scheduled: readonly {server: ServerRecord; task: TaskRecord}[];
	now: number;
};

export async function loadIssued(
	{applications, automations, nodes, tasks, servers}: Reading,
	team: TeamRecord,
	now: number,
): Promise<Issued> {
	const timed: TaskRecord[] = [];
	for (const {id} of await nodes.ofTeam(team.id))
		for (const task of await tasks.ofNode(id)) if (isLive(task) && isTimed(task)) timed.push(task);
	const targets = await servers.getMany(timed.flatMap(({targetIds}) => targetIds));
	return {
		team,
		applications: await applications.ofTeam(team.id),
		automations: await automations.ofTeam(team.id),
		scheduled: timed.flatMap(task => {
			const server = targets.get(task.targetIds[0] ?? '');
			return server ? [{server, task}] : [];
		}),
		now,
	};
}

/** What is revoked: a token, or a member with all tokens that the member uses or has issued. */
type Root = {tokenId: string} | {memberId: string};

const tokensOf = (applications: readonly ApplicationRecord[], root: Root): string[] =>
	'tokenId' in root ? [root.tokenId] : applicationsOfMember(applications, root.memberId).map(({id}) => id);

/** Returns the applications that a member uses or has issued. */
export const applicationsOfMember = (applications: readonly ApplicationRecord[], id: string) =>
	applications.filter(({memberId, createdBy}) => memberId === id || createdBy === id);

/** Returns the applications of a team and everything that they issued, directly or indirectly. */
export function withIssued(applications: readonly ApplicationRecord[], ids: readonly string[]): Set<string> {
	const found = new Set(ids);
	// The iteration includes elements that are added to the set in the meantime.
	for (const id of found)
		for (const {id: issued, issuedWith} of applications) if (issuedWith === id) found.add(issued);
	return found;
}

type Ended = {
	/** With those that have expired. */
	tokens: ApplicationRecord[];
	invites: InviteRecord[];
	automations: AutomationRecord[];
	scheduled: Issued['scheduled'];
};

function endsWith({team, applications, automations, scheduled}: Issued, root: Root): Ended {
	const ended = withIssued(applications, tokensOf(applications, root));
	const member = 'memberId' in root ? root.memberId : undefined;
	const isBy = (tokenId: string | undefined, memberId: string | undefined) =>
		ended.has(tokenId ?? '') || (member !== undefined && memberId === member);
	const isAuthor = (author: Author | undefined) => isBy(author?.tokenId, author?.memberId);
	return {
		tokens: applications.filter(({id}) => ended.has(id)),
		invites: team.invites.filter(({issuedWith, createdBy}) => isBy(issuedWith, createdBy)),
		automations: automations.filter(({authors = []}) => authors.some(isAuthor)),
		scheduled: scheduled.filter(({server}) => isAuthor(server.scheduledBy)),
	};
}

/** The names in one answer: the counts say how many there are. */
const maxListed = 20;

/** Lists what ends with a token or a member, without what has expired or is already disabled. */
export function describeEnds(issued: Issued, root: Root) {
	const {tokens, invites, automations, scheduled} = endsWith(issued, root);
	const {now} = issued;
	const others = tokens.filter(
		({id, expiresAt = Infinity}) => expiresAt > now && !('tokenId' in root && id === root.tokenId),
	);
	const open = invites.filter(invite => expiryOf(invite) > now);
	const enabled = automations.filter(automation => automation.enabled);
	const listed = [
		...others.map(({id, name}) => ({kind: 'token', id, name})),
		...open.map(invite => ({kind: 'invitation', id: invite.id, name: memberLabel(invite)})),
		...enabled.map(({id, name}) => ({kind: 'automation', id, name})),
		...scheduled.map(({server, task}) => ({kind: 'task', id: task.id, name: server.displayName})),
	];
	return {
		issuedTokens: others.length,
		issuedInvites: open.length,
		issuedAutomations: enabled.length,
		issuedTasks: scheduled.length,
		ends: listed.slice(0, maxListed),
	};
}

/**
Ends everything that was issued with a token, or by a member, and closes the connections immediately. Automations are disabled,
with the reason, and their runs are canceled. `name`: whose access ends.
*/
export async function revoke(
	service: ServiceContext,
	records: Transaction,
	{teamId, root, name}: {teamId: string; root: Root; name: string},
): Promise<void> {
	const {endSessions, bus, runner, clock} = service;
	const team = await records.teams.get(teamId);
	if (!team) return;
	const issued = await loadIssued(records, team, clock.now());
	const {tokens, invites, automations, scheduled} = endsWith(issued, root);
	for (const {id} of tokens) {
		await records.applications.remove(id);
		records.afterCommit(() => endSessions(id));
	}
	if (invites.length > 0)
		await records.teams.put({...team, invites: team.invites.filter(invite => !invites.includes(invite))});
	const disabled = automations.filter(({enabled}) => enabled);
	for (const automation of disabled)
		await records.automations.put({
			...automation,
			enabled: false,
			review: revocationMessages.review(name),
			updatedAt: issued.now,
		});
	if (disabled.length > 0) records.afterCommit(() => bus.send({kind: 'automations'}));
	const ids = new Set(automations.map(({id}) => id));
	for (const run of await records.runs.unfinishedOfTeam(teamId))
		if (ids.has(run.automationId)) await runner.cancel(records, run);
	for (const {server, task} of scheduled.filter(one => one.task.cancellable))
		records.order(server.nodeId, agent => {
			try {
				agent.cancel(task);
			} catch (error) {
				// It has ended, or its node cannot be reached; the access ends nevertheless.
				if (!(error instanceof Refusal)) throw error;
			}
		});
}
