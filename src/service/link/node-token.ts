import type {Caller} from '../accounts.ts';
import type {ServiceContext} from '../context.ts';
import {issueToken, issuerOf, revokeApplications} from '../grants.ts';
import type {NodeRecord} from '../records.ts';
import {nameOf} from './linked-node.ts';

/** Adds a node for the agent of another machine, with a token that allows nothing but its link. */
export function addLinkedNode(
	service: ServiceContext,
	caller: Caller,
	name: string,
): {nodeId: string; token: string} {
	const {store, newId, clock, random} = service;
	const now = clock.now();
	const node = store.nodes.put({
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
	return {nodeId: node.id, token: issue(service, caller, node)};
}

/** Revokes the token of a node and ends its link. Returns a new token. */
export function renewToken(service: ServiceContext, caller: Caller, node: NodeRecord): string {
	revokeTokens(service, node);
	return issue(service, caller, node);
}

/** Revokes the token of a node that is being removed, and drops its orders. */
export function removeLink(service: ServiceContext, node: NodeRecord): void {
	revokeTokens(service, node);
	for (const order of service.store.orders.all())
		if (order.nodeId === node.id) service.store.orders.remove(order.id);
}

function issue(service: ServiceContext, caller: Caller, {id, teamId}: NodeRecord): string {
	const name = nameOf({id, service});
	return issueToken(service, {name, teamId, permissions: [], nodeId: id, ...issuerOf(caller)}).token;
}

function revokeTokens(service: ServiceContext, {id, teamId}: NodeRecord): void {
	const tokens = service.store.applications.all().filter(({nodeId}) => nodeId === id);
	revokeApplications(
		service,
		teamId,
		tokens.map(token => token.id),
	);
}
