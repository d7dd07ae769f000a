import type {ActionRequest} from '../../actions/request.ts';
import type {Services} from '../kernel/services.ts';
import {sendAwaited} from './send-command.ts';

/**
Sends one request, once. An RCON command waits in the queue of its node and gets an entry in the console. Throws
`ApiError`.
*/
export async function sendRequest(services: Services, request: ActionRequest): Promise<unknown> {
	const {serverId, command} = request;
	if (serverId === undefined || command === undefined) return request.send(services.api);
	const error = await sendAwaited(services, serverId, command);
	if (error) throw error;
	return undefined;
}
