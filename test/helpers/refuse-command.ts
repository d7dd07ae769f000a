import type {Between} from './service-of-app.ts';

/** Refuses the first command with this text as if its server were down; all others reach the service. */
export function refuseOnce(command: string): Between {
	let isRefused = false;
	return async (request, service) => {
		const isRcon = request.method === 'POST' && request.url.includes('/rcon');
		if (isRefused || !isRcon || !(await request.clone().text()).includes(JSON.stringify(command)))
			return service();
		isRefused = true;
		const refusal = {status: 409, key: 'server.is_not_online', message: 'Server is not online'};
		return Response.json(refusal, {status: 409});
	};
}
