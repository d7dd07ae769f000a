import {type Api, type EndpointName, endpoints, type Endpoints} from '../contract/endpoints/index.ts';
import type {CallOptions, Input} from '../contract/endpoint.ts';
import {ApiError} from '../contract/errors.ts';
import type {LaterCommand} from '../contract/models/rcon-answer.ts';
import {type PlainRequest, requestOf} from '../contract/request.ts';
import {refusedCommand} from '../games/refused-command.ts';
import {broadcastMessages as commandMessages} from '../messages/broadcast.ts';

/** One request to the service, as data: the review shows exactly the request that is sent. */
export type ActionRequest = {
	endpoint: EndpointName;
	/** The server that the request concerns. */
	serverId?: string;
	/** The RCON command in the request. A front end with consoles sends it like one typed there. */
	command?: string;
	/** The command that our own service sends later, unless this one certainly did not run. */
	later?: LaterCommand;
	/** Returns why an answer to the command is a failure; undefined if it is none. */
	refusal?: (answer: string) => ApiError | undefined;
	/** Returns method, path and body as sent over the wire. Throws `InputProblem` for input that the contract refuses. */
	plain: () => PlainRequest;
	/** Sends it once. Rejects with `ApiError`. */
	send: (api: Api, options?: CallOptions) => Promise<unknown>;
};

export function request<Name extends EndpointName>(name: Name, input: Input<Endpoints[Name]>): ActionRequest {
	return {
		endpoint: name,
		...('serverId' in input && typeof input.serverId === 'string' && {serverId: input.serverId}),
		plain: () => requestOf(endpoints[name], input),
		send: (api, options) => {
			// Each method of the client accepts the input of its row.
			const method = api[name] as (input: Input<Endpoints[Name]>, options?: CallOptions) => Promise<unknown>;
			return method(input, options);
		},
	};
}

/** Returns the request of an RCON command; waits this long for the answer, or does not wait if undefined. */
export const rconRequest = (
	serverId: string,
	command: string,
	timeoutMs: number | undefined,
	later?: LaterCommand,
): ActionRequest => ({
	...(timeoutMs === undefined
		? request('sendRcon', {serverId, command})
		: request('awaitRcon', {serverId, command, timeoutMs, ...(later && {later})})),
	command,
	...(later && {later}),
});

/**
Returns the request of a command that an action has for the game. An answer that the command is unknown counts as a failure.
*/
export const gameCommandRequest = (
	serverId: string,
	command: string,
	timeoutMs: number | undefined,
	later?: LaterCommand,
): ActionRequest => ({
	...rconRequest(serverId, command, timeoutMs, later),
	refusal: answer => {
		const said = refusedCommand(answer);
		if (said === undefined) return undefined;
		const message = commandMessages.refusedByGame(said);
		const request = 'POST /server/{serverId}/rcon';
		const key = 'server.console_refused';
		return new ApiError(message, {reason: 'refused', request, key, serviceMessage: message});
	},
});
