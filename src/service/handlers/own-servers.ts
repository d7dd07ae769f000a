import type {ownServers as rows} from '../../contract/endpoints/own-servers.ts';
import type {OwnServer} from '../../contract/models/own-server.ts';
import type {Caller} from '../accounts.ts';
import {ownServer, type ServiceContext} from '../context.ts';
import {validateName} from '../field-checks.ts';
import {checkOwner} from '../grants.ts';
import {localNodeId} from '../own/local-node.ts';
import {changeOwn, registerServer} from '../own/register.ts';
import type {ServerRecord} from '../records.ts';
import {Refusal} from '../refusal.ts';
import type {SynchronousHandlersOf} from './handlers-of.ts';

/** Real servers of this service. Their settings name programs to run, so only its owner may read or change them. */
export const ownServers = {
	addOwnServer: (service, caller, {displayName, gameType, settings, start = false}) => {
		checkOwner(caller);
		const name = validateName(service, displayName);
		const added = {displayName: name, gameType, own: settings, isWanted: start};
		const server = registerServer(service, added);
		const agent = service.agentOf(localNodeId);
		agent.reopen(server.id);
		if (start) agent.start(server.id);
		return viewOf(server);
	},
	getOwnServer: (service, caller, {serverId}) => viewOf(realServer(service, caller, serverId)),
	changeOwnServer: (service, caller, {serverId, displayName, gameType, settings}) => {
		const server = realServer(service, caller, serverId);
		const name = validateName(service, displayName);
		const changed = changeOwn(service, server, {displayName: name, gameType, own: settings});
		service.agentOf(server.nodeId).reopen(serverId);
		return viewOf(changed);
	},
	removeOwnServer: (service, caller, {serverId}) => {
		const server = realServer(service, caller, serverId);
		service.agentOf(server.nodeId).forget(server);
	},
} satisfies SynchronousHandlersOf<typeof rows>;

type Real = ServerRecord & {own: NonNullable<ServerRecord['own']>};

function realServer(service: ServiceContext, caller: Caller, serverId: string): Real {
	checkOwner(caller);
	const server = ownServer(service, caller, serverId);
	if (!server.own) throw new Refusal('server.unsupported_game_type');
	return {...server, own: server.own};
}

const viewOf = ({id, displayName, gameType, own}: ServerRecord): OwnServer => {
	if (!own) throw new TypeError(`The server ${id} is simulated.`);
	return {id, displayName, gameType, settings: own};
};
