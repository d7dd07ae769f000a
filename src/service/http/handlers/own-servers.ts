import type {ownServers as rows} from '../../../contract/endpoints/own-servers.ts';
import type {OwnServer} from '../../../contract/models/own-server.ts';
import type {Caller} from '../../access/accounts.ts';
import {ownServer} from '../../context.ts';
import {validateName} from '../field-checks.ts';
import {checkOwner} from '../../access/grants.ts';
import {localNodeId} from '../../own/local-node.ts';
import {changeOwn, registerServer} from '../../own/register.ts';
import type {ServerRecord} from '../../records/records.ts';
import {refusalMessages} from '../../../messages/service.ts';
import {Refusal} from '../refusal.ts';
import type {Reading} from '../../records/repositories.ts';
import type {HandlersOf} from './handlers-of.ts';

/** Real servers of this service. Their settings name programs to run, so only its owner may read or change them. */
export const ownServers = {
	addOwnServer: async (service, caller, {displayName, gameType, settings, start = false}, records) => {
		checkOwner(caller);
		const name = validateName(service, displayName);
		const added = {displayName: name, gameType, own: settings, isWanted: start};
		const server = await registerServer(service, records, added);
		records.order(localNodeId, agent => {
			agent.reopen(server.id);
			if (start) agent.start(server.id);
		});
		return viewOf(server);
	},
	getOwnServer: async (_service, caller, {serverId}, records) =>
		viewOf(await realServer(records, caller, serverId)),
	getServerOutput: async (service, caller, {serverId}, records) => {
		const {nodeId} = await realServer(records, caller, serverId);
		return async gone => ({lines: [...(await service.agentOf(nodeId).output(serverId, gone))]});
	},
	changeOwnServer: async (service, caller, {serverId, displayName, gameType, settings}, records) => {
		const server = await realServer(records, caller, serverId);
		const name = validateName(service, displayName);
		const changed = await changeOwn(records, server, {displayName: name, gameType, own: settings});
		records.order(server.nodeId, agent => agent.reopen(serverId));
		return viewOf(changed);
	},
	removeOwnServer: async (_service, caller, {serverId}, records) => {
		const server = await realServer(records, caller, serverId);
		records.order(server.nodeId, agent => agent.forget(server));
	},
} satisfies HandlersOf<typeof rows>;

type Real = ServerRecord & {own: NonNullable<ServerRecord['own']>};

async function realServer(
	records: Pick<Reading, 'servers'>,
	caller: Caller,
	serverId: string,
): Promise<Real> {
	checkOwner(caller);
	const server = await ownServer(records, caller, serverId);
	if (!server.own) throw new Refusal('server.operation_not_possible', refusalMessages.notOwnServer);
	return {...server, own: server.own};
}

const viewOf = ({id, displayName, gameType, own}: ServerRecord): OwnServer => {
	if (!own) throw new TypeError(`The server ${id} is simulated.`);
	return {id, displayName, gameType, settings: own};
};
