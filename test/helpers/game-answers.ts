import type {Between} from './service-of-app.ts';

/** The answers of the games, by server id; other servers answer normally. */
export const gameAnswers =
	(answers: Record<string, string>): Between =>
	async (request, service) => {
		const [, serverId = ''] = /\/server\/([^/]+)\/rcon$/.exec(new URL(request.url).pathname) ?? [];
		const answer = answers[serverId];
		if (answer === undefined) return service();
		const {command} = (await request.json()) as {command: string};
		const said = {command, response: answer, commandId: `said ${serverId} ${command}`};
		return Response.json({serverId, command: said});
	};
