import {endpoints, type Api, type EndpointName, type Endpoints} from '../contract/endpoints/index.ts';
import type {CallOptions, Input} from '../contract/endpoint.ts';
import {requestOf, type PlainRequest} from '../contract/request.ts';

/** One call of the service, as data: what a review shows is what is sent. */
export type ActionRequest = {
	endpoint: EndpointName;
	/** The server that it is about. */
	serverId?: string;
	/** The RCON command that it carries. A front end with consoles sends it as one that is typed there. */
	command?: string;
	/** Method, path and body as they go over the wire; throws `InputProblem` for what the contract refuses. */
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
			// Each method of the client takes the input of its row.
			const method = api[name] as (input: Input<Endpoints[Name]>, options?: CallOptions) => Promise<unknown>;
			return method(input, options);
		},
	};
}

/** An RCON command; its answer is awaited for so long, or not at all where that is undefined. */
export const rconRequest = (
	serverId: string,
	command: string,
	timeoutMs: number | undefined,
): ActionRequest => ({
	...(timeoutMs === undefined
		? request('sendRcon', {serverId, command})
		: request('awaitRcon', {serverId, command, timeoutMs})),
	command,
});
