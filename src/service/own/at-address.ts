import type {OwnServer} from '../../contract/models/own-server.ts';
import {openService, type Service, type ServiceOptions} from '../index.ts';
import {localNodeId} from './local-node.ts';
import {registerServer} from './register.ts';

/**
Opens a service in memory with one server, which gets nothing but the commands of the caller. The address is also its id, so
that what is recorded of it is found again.
*/
export async function openAtAddress(
	options: Pick<ServiceOptions, 'clock' | 'random' | 'env' | 'onBug'>,
	{displayName, gameType, settings: own}: Pick<OwnServer, 'displayName' | 'gameType' | 'settings'>,
): Promise<Service> {
	const service = await openService({...options, supervises: false, observes: false});
	const {context} = service;
	const ids = {...context, newId: () => displayName};
	await context.records.transact(async records => {
		const {id} = await registerServer(ids, records, {displayName, gameType, own, isWanted: true});
		records.order(localNodeId, agent => agent.reopen(id));
	});
	return service;
}
