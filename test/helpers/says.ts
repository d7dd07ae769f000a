import type {Between} from './service-of-app.ts';

/** What the games say, by the id of the server; those that are not named answer themselves. */
export const says =
	(answers: Record<string, string>): Between =>
	async (request, service) => {
		const [, serverId = ''] = /\/server\/([^/]+)\/rcon$/.exec(new URL(request.url).pathname) ?? [];
		const answer = answers[serverId];
		if (answer === undefined) return service();
		const {command} = (await request.json()) as {command: string};
		const said = {command, response: answer, commandId: `said ${serverId} ${command}`};
		return Response.json({serverId, command: said});
	};
