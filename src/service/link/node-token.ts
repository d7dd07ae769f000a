import {bearerIn, type Caller, type HeaderOf} from '../access/accounts.ts';
import type {ServiceContext} from '../context.ts';
import {issuerOf, issueToken} from '../access/grants.ts';
import {revoke} from '../access/revocation.ts';
import type {ApplicationRecord, NodeRecord} from '../records/records.ts';
import type {Reading, Transaction} from '../records/repositories.ts';
import {isSecret, tokenParts} from '../access/secrets.ts';

/** Adds a node for the agent of another machine, with a token that allows nothing but its link. */
export async function addLinkedNode(
	service: ServiceContext,
	records: Transaction,
	caller: Caller,
	name: string,
): Promise<{nodeId: string; token: string}> {
	const {newId, clock, random} = service;
	const now = clock.now();
	const node = await records.nodes.put({
		id: newId(),
		teamId: caller.teamId,
		inviteToken: 100_000 + Math.floor(random() * 900_000),
		daemonVersion: '',
		status: 'CREATION',
		lastAlive: now,
		lastLogin: now,
		settings: {name},
		systemData: {},
		link: {records: '', applied: 0},
	});
	return {nodeId: node.id, token: await issue(service, records, caller, node)};
}

/**
Revokes the token of a node and ends its link. Returns a new token, with which also another machine may become the node.
*/
export async function renewToken(
	service: ServiceContext,
	records: Transaction,
	caller: Caller,
	node: NodeRecord,
): Promise<string> {
	await revokeTokens(service, records, node);
	if (node.link) await records.nodes.put({...node, link: {...node.link, acceptsOther: true}});
	return issue(service, records, caller, node);
}

async function issue(
	service: ServiceContext,
	records: Transaction,
	caller: Caller,
	{id, teamId, settings}: NodeRecord,
): Promise<string> {
	const name = typeof settings['name'] === 'string' ? settings['name'] : id;
	const granted = {name, teamId, permissions: [], nodeId: id, ...issuerOf(caller)};
	return (await issueToken(service, records, granted)).token;
}

/** Revokes the tokens of a node and ends its link. */
export async function revokeTokens(
	service: ServiceContext,
	records: Transaction,
	{id, teamId}: NodeRecord,
): Promise<void> {
	const applications = await records.applications.ofTeam(teamId);
	for (const {id: tokenId, name} of applications.filter(({nodeId}) => nodeId === id))
		await revoke(service, records, {teamId, root: {tokenId}, name});
}

/** The application of a linked node. */
export type NodeToken = ApplicationRecord & {nodeId: string};

/** Returns the application of the token of a linked node. It allows nothing else. */
export async function nodeTokenOf(
	{applications, nodes}: Pick<Reading, 'applications' | 'nodes'>,
	header: HeaderOf,
): Promise<NodeToken | undefined> {
	const token = header('application-token') ?? bearerIn(header) ?? '';
	const {applicationId = '', secret = ''} = tokenParts(token) ?? {};
	const application = await applications.get(applicationId);
	const isRight = isSecret(secret, application?.secretHash ?? '');
	if (!isRight || application?.nodeId === undefined) return undefined;
	const {nodeId} = application;
	return (await nodes.get(nodeId))?.link && {...application, nodeId};
}
